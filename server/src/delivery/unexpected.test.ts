// @module-tag heavy
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fillDisk } from '../../../testing/full-disk.ts'
import {
  addClients,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'

test('writes other outcomes when one cannot be written', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c1@example.com' ? '550 5.1.1 poison' : undefined),
  })
  const { db } = app.deps
  await addClients(app, 12)
  await sql`alter table messages add constraint poison check (smtp_response not like '%poison%')`.execute(
    db,
  )
  onTestFinished(
    async () => void (await sql`alter table messages drop constraint poison`.execute(db)),
  )
  await begin(app)
  await expect
    .poll(() => mailing(app))
    .toMatchObject({ emailsSent: 11, emailsFailed: 1, emailsWaiting: 0 })
  expect(await messageTo(app, 'c1@example.com')).toMatchObject({
    error: 'The reason could not be recorded. The log has the details.',
    smtp_response: null,
  })
  const errors = app.logged.splice(0).map((line) => JSON.parse(line).msg)
  expect(new Set(errors)).toEqual(new Set(['outcomes cannot be written to the mail ledger']))
})

test('keeps the reason of a failure while the disk is full', async () => {
  const app = await startWithSmtp({ refuse: () => '550 5.1.1 No such user' })
  await addClients(app, 1)
  const writes = "before update on messages for each row when (new.state = 'failed')"
  const makeRoom = await fillDisk(app.deps.db, writes)
  await begin(app)
  await expect.poll(() => app.logged.length, { timeout: 5_000 }).toBeGreaterThan(2)
  await makeRoom()
  await expect.poll(() => mailing(app), { timeout: 5_000 }).toMatchObject({ emailsFailed: 1 })
  expect((await messageTo(app, 'c0@example.com')).smtp_response).toContain('No such user')
  app.logged.splice(0)
})

test('retries a mail after an unexpected error', async () => {
  const app = await startWithSmtp()
  await addClients(app, 1)
  const send = app.deps.mail.send
  app.deps.mail.send = async () => {
    throw new Error('a bug')
  }
  await begin(app)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).attempts).toBe(1)
  expect(await messageTo(app, 'c0@example.com')).toMatchObject({
    state: 'queued',
    error: 'Something unexpected went wrong while this mail was sent. The log has the details.',
  })
  expect(app.logged.splice(0).map((line) => JSON.parse(line).err.message)).toEqual(['a bug'])
  app.deps.mail.send = send
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 1, emailsInDoubt: 0 })
})

test('repeats a mail once after an error that followed its sending', async () => {
  const app = await startWithSmtp()
  await addClients(app, 1)
  const send = app.deps.mail.send.bind(app.deps.mail)
  app.deps.mail.send = async (...mail) => {
    await send(...mail)
    throw new Error('a bug')
  }
  await begin(app)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).in_doubt).toBe(true)
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 1, emailsWaiting: 0 })
  expect(app.sink.received).toHaveLength(2)
  app.logged.splice(0)
})
