import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { scratch } from './scratch.ts'

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(scratch(), 'attest-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
