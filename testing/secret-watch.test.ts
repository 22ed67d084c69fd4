import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SecretWatch } from './secret-watch.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Each server test checks its log with SecretWatch, which must therefore find leaks.

const TOKEN = 'tHZ8pX0bJ3mQvL5cWy7nRk2sDf4gAh6uEi9oKj1zBxM'

test('finds a secret of a request or reply in a log line', () => {
  const secrets = new SecretWatch()
  secrets.see({ email: 'admin@example.com', password: 'correct horse battery' })
  secrets.see({ token: TOKEN, code: '481516', nested: [{ secret: 'JBSWY3DPEHPK3PXP' }] })
  secrets.see({ recovery_codes: ['jarbc-f8vwd'], code: 'otp_expired' })
  const guilty = [
    '{"msg":"signing in with correct horse battery"}',
    `{"headers":{"authorization":"Bearer ${TOKEN}"}}`,
    '{"code":"481516"}',
    '{"uri":"otpauth://totp/?secret=JBSWY3DPEHPK3PXP"}',
    '{"msg":"used jarbc-f8vwd"}',
  ]
  const innocent = ['{"email":"admin@example.com","code":"otp_expired"}', '{"time":1481516234}']
  expect(secrets.leaksIn([...innocent, ...guilty])).toEqual(guilty)
})

test('finds a secret of an email in a log line', async () => {
  const folder = temporaryFolder()
  for (const [name, text] of [
    ['account-mails', `https://attest.test/link#${TOKEN}\r\n\r\nIf a page asks for a code: 234223`],
    ['outbox', `https://attest.test/verify/${TOKEN.toLowerCase()}`],
  ] as const) {
    await mkdir(path.join(folder, name))
    await writeFile(path.join(folder, name, '1.eml'), `Subject: x\r\n\r\n${text}`)
  }
  const secrets = new SecretWatch()
  await secrets.seeMails(folder)
  const guilty = [`/link#${TOKEN}`, 'tried 234223', `/verify/${TOKEN.toLowerCase()}`]
  expect(secrets.leaksIn(['nothing', ...guilty])).toEqual(guilty)
})
