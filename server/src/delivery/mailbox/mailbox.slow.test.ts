import { expect, onTestFinished, test } from 'vitest'
import { aRound, ROUND } from '../../../../testing/a-round.ts'
import { lastTo } from '../../../../testing/arrive.ts'
import { startDovecot } from '../../../../testing/dovecot.ts'
import { answer, DIALECTS } from '../../../../testing/returned-mail.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { startTokenServer } from '../../../../testing/token-server.ts'
import { followMailbox } from './mailbox.ts'

const [exchange, gmail] = DIALECTS
const NEVER = new AbortController().signal

async function aFollowed(names: string[], settings = {}, dovecot = {}) {
  const imap = await startDovecot(temporaryFolder(), dovecot)
  onTestFinished(() => imap.stop())
  const app = await aRound(names, { IMAP_URL: imap.url(), ...settings })
  const read = async () => {
    await app.pass(60_000)
    await followMailbox(app.deps, NEVER)
  }
  const events = () => app.deps.db.selectFrom('mail_events').selectAll().orderBy('id').execute()
  const to = (name: string) => lastTo(app, `${name}@example.com`)
  const state = async () => (await app.api.get('/api/admin/settings')).body.mailboxState
  return { ...app, imap, read, events, to, state }
}

test('reads bounces and replies from inbox and junk and changes neither', async () => {
  const app = await aFollowed(['ann', 'bob', 'cid', 'dan'])
  app.imap.deliver([
    exchange!.bounce(await app.to('ann')),
    exchange!.autoreply(await app.to('dan')),
  ])
  app.imap.deliver([gmail!.bounce(await app.to('bob'))], 'Spam')
  app.imap.deliver([
    answer(await app.to('cid'), { text: 'All is right.' }),
    'Subject: Spam\r\n\r\nBuy',
  ])
  const before = app.imap.mails()
  await app.read()
  const { clients } = (await app.api.get(`${ROUND}/outstanding`)).body
  expect(clients).toMatchObject([
    { client_id: 1, reason: 'address_bounced' },
    { client_id: 2, reason: 'address_bounced' },
    { client_id: 3, reason: 'asked', reply: { text: 'All is right.' } },
    { client_id: 4, reason: 'asked', reply: null },
  ])
  const seen = app.imap.mails().filter((name) => /,\w*S/.test(name))
  expect(seen).toEqual([])
  expect(app.imap.mails()).toHaveLength(before.length)
  expect(await app.state()).toMatchObject({ problem: null, readAt: expect.any(String) })
})

test('continues after the last mail, even if UIDVALIDITY has changed', async () => {
  const app = await aFollowed(['ann', 'bob', 'cid'])
  app.imap.deliver([gmail!.bounce(await app.to('ann'))])
  await app.read()
  await app.read()
  expect(await app.events()).toHaveLength(1)
  // The cursor as it was before the mailbox was restored from a backup.
  await app.deps.db.updateTable('mailbox_folders').set({ uidvalidity: 1, last_uid: 99 }).execute()
  app.imap.deliver([gmail!.bounce(await app.to('bob'))])
  await app.read()
  expect((await app.events()).map(({ email }) => email)).toEqual([
    'ann@example.com',
    'bob@example.com',
  ])
})

test('reads only the beginning of a mail of 50 MB', async () => {
  const app = await aFollowed(['ann'])
  const text = `I have moved.\n\n${'x'.repeat(70)}`
  const huge = answer(await app.to('ann'), { text }) + `${'y'.repeat(70)}\r\n`.repeat(700_000)
  app.imap.deliver([huge])
  await app.read()
  const [event] = await app.events()
  expect(event!.reason).toHaveLength(5000)
  expect(event!.raw!.length).toBeLessThan(2_000_000)
})

test('shows why it cannot read a mailbox, pauses and continues', async () => {
  const app = await aFollowed(['ann'])
  const right = app.config.IMAP_URL!
  app.config.IMAP_URL = right.replace(/:\d+$/, ':1')
  await app.read()
  expect((await app.state()).problem).toContain('The mailbox at 127.0.0.1 cannot be read.')
  app.config.IMAP_URL = right
  app.imap.deliver([gmail!.bounce(await app.to('ann'))])
  await followMailbox(app.deps, NEVER)
  expect(await app.events()).toEqual([])
  await app.read()
  expect(await app.events()).toHaveLength(1)
  expect((await app.state()).problem).toBeNull()
  app.logged.length = 0
})

test('reads a mailbox in only one of two processes at a time', async () => {
  const app = await aFollowed(['ann'])
  app.imap.deliver([gmail!.bounce(await app.to('ann'))])
  await Promise.all([followMailbox(app.deps, NEVER), followMailbox(app.deps, NEVER)])
  expect(await app.events()).toHaveLength(1)
})

test('tests, saves and reads a mailbox with a Microsoft token', async () => {
  const { tenant, application, secret, tokens, asked } = await startTokenServer()
  const app = await aFollowed(['ann'], { IMAP_URL: '' }, { tokens })
  const { port } = new URL(app.imap.url())
  const server = { host: '127.0.0.1', port: Number(port), security: 'none', user: 'office' }
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const typed = {
    server: { ...server, signIn: 'microsoft' },
    microsoft: { tenant, application, secret },
  }
  const wrong = { ...typed, microsoft: { ...typed.microsoft, secret: 'wrong' } }
  const refused = await app.api.put('/api/admin/settings/mailbox', wrong)
  expect(refused).toMatchObject({ status: 422, body: { code: 'mail_check_failed' } })
  expect(refused.body.message).toContain('The secret has expired.')
  const tested = await app.api.post('/api/admin/settings/mailbox/test', typed)
  expect(tested.body.folders).toEqual([
    { name: 'INBOX', messages: 0 },
    { name: 'Spam', messages: 0 },
  ])
  expect((await app.api.put('/api/admin/settings/mailbox', typed)).status).toBe(200)
  app.imap.deliver([gmail!.bounce(await app.to('ann'))])
  await app.read()
  expect(await app.events()).toHaveLength(1)
  expect(new Set(asked)).toEqual(new Set(['https://outlook.office365.com/.default']))
})
