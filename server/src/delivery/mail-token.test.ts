// @module-tag heavy
import { expect, test } from 'vitest'
import {
  addClients,
  begin,
  mailing,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'
import { startTokenServer } from '../../../testing/token-server.ts'
import { signInOf } from './mail-token.ts'

async function startWithToken(secret: 'url' | 'wrongUrl' = 'url') {
  const tokens = await startTokenServer()
  const settings = { MAIL_OAUTH_URL: tokens[secret] }
  const app = await startWithSmtp({ takesToken: tokens.isValid }, settings)
  return { ...app, tokens }
}

const sent = async (app: Awaited<ReturnType<typeof startWithToken>>) =>
  (await mailing(app)).emailsSent

test('signs all connections in with one token of the application', async () => {
  const app = await startWithToken()
  await addClients(app, 10)
  await begin(app)
  await expect.poll(() => sent(app)).toBe(10)
  expect(app.tokens.asked).toEqual(['https://outlook.office365.com/.default'])
})

test('asks for another token once the server refuses the first', async () => {
  const app = await startWithToken()
  await addClients(app, 1)
  await begin(app)
  await expect.poll(() => sent(app)).toBe(1)
  app.tokens.revoke()
  app.sink.breakConnections()
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(2)
})

test('holds back all mail while it gets no token, and says why', async () => {
  const app = await startWithToken('wrongUrl')
  await addClients(app, 2)
  await begin(app)
  await expect
    .poll(async () => (await mailing(app)).waitingBecause)
    .toBe('127.0.0.1 gave no token for email. It said: “The secret has expired.”.')
  app.config.MAIL_OAUTH_URL = app.tokens.url
  await app.deps.mail.follow()
  await pass(app, 60_000)
  await expect.poll(() => sent(app)).toBe(2)
  app.logged.length = 0
})

test('sends the token to no other server, even without a password', async () => {
  const app = await startWithToken()
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const port = Number(new URL(app.sink.url).port)
  const thief = { host: 'localhost', port, security: 'none', user: 'office', password: '' }
  const typed = await app.api.post('/api/admin/settings/mailbox/test', { server: thief })
  expect(typed.body.fields).toEqual({ 'server.password': 'Please enter the password' })
  const { MAIL_OAUTH_URL } = app.config
  const signIn = (host: string) => signInOf(`smtp://office@${host}`, { MAIL_OAUTH_URL })
  expect(signIn('smtp.thief.test')).toEqual({ user: 'office', pass: '' })
  expect(signIn('smtp.office365.com')).toEqual({ user: 'office' })
})
