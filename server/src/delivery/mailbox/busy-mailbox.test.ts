import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { aRound } from '../../../../testing/a-round.ts'
import { arrivals, toAnn } from '../../../../testing/arrive.ts'
import { DIALECTS } from '../../../../testing/returned-mail.ts'
import { followMailbox } from './mailbox.ts'

/** Serves this mail over IMAP. Another program marks it as read during the fetch, and its date is invalid. */
async function aBusyMailbox(mail: () => string) {
  const replies: Record<string, () => string> = {
    CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
    LIST: () => '* LIST () "/" INBOX\r\n',
    LSUB: () => '',
    EXAMINE: () => '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 8] x\r\n',
    SEARCH: () => '* SEARCH 7\r\n',
    FETCH: () =>
      `* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n* 1 FETCH (UID 7 INTERNALDATE "unknown" BODY[]<0> {${mail().length}}\r\n${mail()})\r\n`,
  }
  const serve = (socket: Socket) => {
    socket.write('* PREAUTH ready\r\n')
    socket.on('error', () => {})
    createInterface(socket).on('line', (line) => {
      const [tag, first, second] = line.split(' ')
      const reply = replies[first === 'UID' ? second! : first!] ?? (() => '')
      socket.write(`${reply()}${tag} OK done\r\n`)
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `imap://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads a mail with an invalid date while its flags change', async () => {
  let mail = ''
  const IMAP_URL = await aBusyMailbox(() => mail)
  const app = await aRound(['ann'], { IMAP_URL })
  mail = DIALECTS[0]!.bounce(await toAnn(app))
  await app.pass(60_000)
  await followMailbox(app.deps, new AbortController().signal)
  expect(await arrivals(app)).toMatchObject([{ kind: 'bounced' }])
})
