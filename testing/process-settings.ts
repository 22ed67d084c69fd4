import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'

import { ADMIN } from './make.ts'
import { copyTemplate } from './server-template.ts'

/** Settings for a process with its own data folder and database. */
export async function processSettings() {
  const folder = await mkdtemp(path.join(tmpdir(), 'attest-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const settings = { DATA_DIR: folder, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const { url, name } = inject('testTemplate')
  return { ...settings, DATABASE_URL: await copyTemplate(url, name) }
}
