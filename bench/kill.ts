import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '../testing/make.ts'
import { beginMailing, byRecipient, signIn, untilSent } from '../testing/mass-mailing.ts'
import { openSmtpSink, type Received } from '../testing/smtp-sink.ts'
import { startProcess } from '../testing/start-process.ts'
import { newFolder } from './product.ts'
import type { Figure } from './report.ts'

const MESSAGES = 5000
const KILLS = 10
const CONNECTIONS = 5
const LIMIT_MS = 120_000

/** Kills the product repeatedly during a mailing (kill -9). Counts lost and doubled emails. */
export async function benchKill(): Promise<Figure[]> {
  const sink = await openSmtpSink()
  const folder = await newFolder()
  const settings = {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
  }
  let server = await startProcess(settings)
  const headers = await signIn(server)
  const mailingId = await beginMailing(server, headers, MESSAGES)
  const kills: number[] = []
  while (kills.length < KILLS) {
    const enough = ((kills.length + 1) * MESSAGES) / (KILLS + 1)
    while (sink.received.length < enough) await sleep(5)
    await server.kill()
    kills.push(performance.now())
    server = await startProcess(settings)
  }
  await untilSent(server, headers, mailingId, LIMIT_MS)
  await server.kill()
  await sink.close()
  await rm(folder, { recursive: true, force: true })
  return figuresOf(sink.received, kills)
}

function figuresOf(received: Received[], kills: number[]): Figure[] {
  const mailed = byRecipient(received)
  const repeats = kills.map(() => 0)
  let strange = 0
  for (const [first, ...more] of mailed.values()) {
    if (more.some(({ mail }) => mail.messageId !== first!.mail.messageId)) strange++
    if (more.length > 0) repeats[kills.findIndex((at) => at > first!.at)]! += more.length
  }
  const most = Math.max(...repeats)
  const yardstick = `${KILLS} times kill -9 in ${MESSAGES.toLocaleString('en-US')} mails`
  const count = (what: string, n: number, ratio: number, promise: string) => ({
    what,
    ours: String(n),
    yardstick,
    ratio,
    promise,
  })
  return [
    count('clients without a mail', MESSAGES - mailed.size, MESSAGES - mailed.size, 'none'),
    count(
      `most repeats at a kill (of ${repeats.join(' ')})`,
      most,
      most / CONNECTIONS,
      'at most 1',
    ),
    count('repeats with another Message-ID', strange, strange, 'none'),
  ]
}
