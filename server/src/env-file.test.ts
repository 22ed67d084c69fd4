import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { loadEnvFile } from './env-file.ts'

function envOf(text: string | Buffer): NodeJS.ProcessEnv {
  const file = path.join(temporaryFolder(), '.env')
  writeFileSync(file, text)
  return loadEnvFile(file, { HOST: '0.0.0.0' })
}

test('.env is read as editors of Windows save it, and the environment wins', () => {
  const text = '\uFEFFPORT=3400\r\nHOST=::1\r\nFIRM_NAME="No #1" # ours\r\nLINK_DAYS=7 # a week\r\n'
  expect(envOf(text)).toEqual({ PORT: '3400', HOST: '0.0.0.0', FIRM_NAME: 'No #1', LINK_DAYS: '7' })
})

test.each(['long enough#and more', '#at the start'])(
  '.env with the value %s is refused',
  (value) => {
    const line = 'BACKUP_PASSPHRASE in .env needs quotes, since a # would end it'
    expect(() => envOf(`PORT=3400\nBACKUP_PASSPHRASE=${value}\n`)).toThrow(line)
    expect(envOf(`BACKUP_PASSPHRASE='${value}'`).BACKUP_PASSPHRASE).toBe(value)
  },
)

test('.env that cannot be read is refused', () => {
  expect(() => loadEnvFile(temporaryFolder(), {})).toThrow(/^\.env cannot be read: EISDIR/)
})

test('.env in UTF-16 is refused', () => {
  expect(() => envOf(Buffer.from('\uFEFFPORT=3400', 'utf16le'))).toThrow(
    '.env must be saved as UTF-8',
  )
})
