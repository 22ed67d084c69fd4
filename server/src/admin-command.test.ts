// @module-tag heavy
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN } from '../../testing/make.ts'
import { newDatabase } from '../../testing/new-database.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { runCommand } from '../../testing/run-command.ts'
import { runOnServer } from '../../testing/server-template.ts'
import { startProcess } from '../../testing/start-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** Runs the command as `npm run admin -- …` does. */
async function run(env: Record<string, string>, ...args: string[]) {
  const { code, output } = await runCommand('admin-command.ts', env, ...args)
  return { code, output, password: / {2}(\S+)$/m.exec(output)?.[1] }
}

test('npm run admin adds an administrator while the product runs', async () => {
  const settings = await processSettings()
  const server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const signIn = async (email: string, password: string | undefined) =>
    (await server.call('POST', '/api/auth/login', { email, password })).status

  const added = await run(settings, 'add', 'Clerk@example.com')
  expect(added.code).toBe(0)
  expect(await signIn('clerk@example.com', added.password)).toBe(200)
  expect((await run(settings, 'add', 'clerk@example.com')).output).toContain(
    'has an account already',
  )

  const before = await server.call('POST', '/api/auth/login', ADMIN)
  const { token } = (await before.json()) as { token: string }
  for (let n = 0; n < 5; n++) await signIn(ADMIN.email, 'forgotten')
  expect(await signIn(ADMIN.email, ADMIN.password)).toBe(429)
  const reset = await run(settings, 'reset-password', ADMIN.email)
  expect(await signIn(ADMIN.email, ADMIN.password)).toBe(401)
  expect(await signIn(ADMIN.email, reset.password)).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.call('GET', '/api/auth/me', undefined, headers)).status).toBe(401)
})

test('npm run admin works while the product is stopped', async () => {
  const settings = await processSettings()
  expect(await run(settings, 'add', 'clerk@example.com')).toMatchObject({ code: 0 })
  const done = await run(settings, 'reset-2fa', 'clerk@example.com')
  expect(done.output).toContain('the password alone')
  expect(await run(settings, 'reset-2fa', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: 'nobody@example.com has no account.',
  })
})

test('npm run admin makes way for a new secret key', async () => {
  const settings = await processSettings()
  const [lost, fresh] = ['l'.repeat(32), 'f'.repeat(32)]
  const server = await startProcess({ ...settings, SECRET_KEY: lost })
  await server.stop()
  await runOnServer(
    settings.DATABASE_URL,
    `insert into factors (admin_id, type, name, secret, created_at)
      select id, 'totp', 'Phone', 'sealed', now() from admins`,
  )
  expect(await run({ ...settings, SECRET_KEY: lost }, 'forget-key')).toMatchObject({
    code: 1,
    output: expect.stringContaining('The secret key is not lost'),
  })
  const { output } = await run({ ...settings, SECRET_KEY: fresh }, 'forget-key')
  expect(output).toContain(`run reset-2fa for: ${ADMIN.email}`)
  await run({ ...settings, SECRET_KEY: fresh }, 'reset-2fa', ADMIN.email)
  const again = await startProcess({ ...settings, SECRET_KEY: fresh })
  onTestFinished(() => again.kill())
  expect((await again.call('POST', '/api/auth/login', ADMIN)).status).toBe(200)
})

test('npm run admin refuses the data of a newer version in one line', async () => {
  const DATABASE_URL = await newDatabase()
  const settings = { DATABASE_URL, DATA_DIR: temporaryFolder() }
  await run(settings, 'add', 'clerk@example.com')
  await runOnServer(DATABASE_URL, `insert into kysely_migration values ('9000-later', now())`)
  const { code, output } = await run(settings, 'reset-2fa', 'clerk@example.com')
  expect(code).toBe(1)
  expect(output).toMatch(/^The migrations failed: .* 9000-later is missing$/)
})

test.each([
  [[]],
  [['add']],
  [['add', 'no address']],
  [['remove', 'a@example.com']],
  [['forget-key', 'a@example.com']],
])('npm run admin shows its usage for %o', async (args) => {
  const { code, output } = await run(await processSettings(), ...args)
  expect(code).toBe(1)
  expect(output).toMatch(/^Usage: npm run admin -- <command> \[EMAIL\]/)
})
