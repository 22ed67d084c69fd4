import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { runOnServer, withDatabase } from './server-template.ts'

export async function newDatabase(): Promise<string> {
  const { url } = inject('testTemplate')
  const name = `attest_empty_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${name}`)
  onTestFinished(async () => {
    await runOnServer(url, `drop database ${name} with (force)`)
  })
  return withDatabase(url, name)
}
