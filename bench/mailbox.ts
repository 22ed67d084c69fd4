import { rm } from 'node:fs/promises'
import { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/schema.ts'
import { followMailbox } from '../server/src/delivery/mailbox/mailbox.ts'
import { openLog } from '../server/src/log.ts'
import { startDovecot } from '../testing/dovecot.ts'
import { DIALECTS } from '../testing/returned-mail.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase } from './product.ts'
import { type Figure, medians, milliseconds } from './report.ts'

const MAILS = 10_000
const RUNS = 5
const SHARE = 10

/** Other mail that an office gets. */
const OTHER_MAIL = `From: colleague@example.com\r
To: office@firm.test\r
Subject: Meeting {n}\r
Message-ID: <{n}.meeting@example.com>\r
Content-Type: text/plain; charset=utf-8\r
\r
${'Let us meet on Monday at ten to talk about the file.\r\n'.repeat(40)}`

/** Inserts a sent letter to each client, whose id is in the Message-ID. */
async function fill(db: Db): Promise<void> {
  await insertBatches(db, MAILS)
  await sql`insert into mailings (kind, admin_email, created_at) values ('bulk', 'a@example.com', now())`.execute(
    db,
  )
  await sql`
    insert into messages (mailing_id, client_id, email, state, next_attempt_at, message_id, template_id, settled_at)
    select 1, id, mail_to, 'accepted', now(), '<' || gen_random_uuid() || '@firm.test>', 'GeneralClients', now() from clients
  `.execute(db)
}

/** One mail in ten is about our letters, half bounces and half automatic replies, in the forms of all programs. */
async function mailsOf(db: Db): Promise<string[]> {
  const messages = await db.selectFrom('messages').select(['message_id', 'email']).execute()
  return messages.map(({ message_id: messageId, email: to }, n) => {
    if (n % SHARE !== 0) return OTHER_MAIL.replace('{n}', String(n))
    const { bounce, autoreply } = DIALECTS[n % DIALECTS.length]!
    return n % (2 * SHARE) ? autoreply({ messageId, to }) : bounce({ messageId, to })
  })
}

/** Measures reading, keeping and applying 10,000 mails, in turns with bare imapflow, which only reads them. */
export async function benchMailbox(): Promise<Figure[]> {
  const folder = await newFolder()
  const database = await openBareDatabase(folder)
  const { bulkDb: db } = database
  await fill(db)
  const imap = await startDovecot(await newFolder())
  imap.deliver(await mailsOf(db))
  const config = readConfig({ DATA_DIR: folder, IMAP_URL: imap.url() })
  const parts = {
    db,
    config,
    now: () => new Date(),
    log: openLog('error'),
    secretKey: 'x'.repeat(32),
  }
  const ours = async () => {
    await sql`truncate mail_events, mailbox, mailbox_folders`.execute(db)
    await followMailbox(parts, new AbortController().signal)
  }
  const yardstick = () => readBare(imap.url())
  await medians(1, ours, yardstick)
  const [mine, theirs] = await medians(RUNS, ours, yardstick)
  await imap.stop()
  await database.close()
  await rm(folder, { recursive: true })
  return [
    {
      what: `mailbox, ${MAILS} mails, one in ${SHARE} about our letters`,
      ours: milliseconds(mine),
      yardstick: `${milliseconds(theirs)} bare imapflow`,
      ratio: mine / theirs,
      promise: 'at most 3',
    },
  ]
}

async function readBare(url: string): Promise<void> {
  const { hostname: host, port, username: user, password: pass } = new URL(url)
  const client = new ImapFlow({ host, port: Number(port), auth: { user, pass }, logger: false })
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  for await (const _ of client.fetch('1:*', { uid: true, source: true }));
  await client.logout()
}
