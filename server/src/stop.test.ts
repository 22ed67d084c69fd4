// @module-tag heavy
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailing } from '@attest/contract/mailings'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN } from '../../testing/make.ts'
import { byRecipient, sheetOf, signIn, untilSent } from '../../testing/mass-mailing.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { openSmtpSink } from '../../testing/smtp-sink.ts'
import { type ServerProcess, startProcess } from '../../testing/start-process.ts'

const CLIENTS = 250
const CONNECTIONS = 5
/** Slows each mail, so that the mailing takes longer than a stop may. */
const SLOW_MS = 250

/** Begins an upload and falls silent. Resolves when the server has ended it. */
function stalledUpload({ url }: ServerProcess, headers: { authorization: string }): Promise<void> {
  const type = 'multipart/form-data; boundary=part'
  const upload = request(`${url}/api/admin/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': 1000 },
  })
  upload.write(
    '--part\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName',
  )
  return new Promise((resolve) => {
    upload.once('error', () => resolve())
    upload.once('close', () => resolve())
  })
}

async function importQuietly(server: ServerProcess, headers: { authorization: string }) {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', sheetOf(CLIENTS))
  expect((await server.call('POST', '/api/admin/import', form, headers)).status).toBe(200)
}

test('a stop ends sending at once, and nobody is mailed twice', async () => {
  let isSlow = true
  const sink = await openSmtpSink({ slow: () => sleep(isSlow ? SLOW_MS : 0) })
  onTestFinished(() => sink.close())
  const settings = {
    ...(await processSettings()),
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
    SECRET_KEY: 'a secret key that is only used in tests',
  }
  const server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const as = await signIn(server)
  await importQuietly(server, as)
  // Waits until the server has tried each mail.
  const all = { statusFilter: 'all' }
  const waiting = server.call('POST', '/api/admin/bulk-send-emails', all, as)
  const cutOff = stalledUpload(server, as)
  await expect.poll(() => sink.received.length).toBeGreaterThan(20)

  const began = performance.now()
  const ended = server.stop()
  const result = (await (await waiting).json()) as { emailsSent: number }
  expect(performance.now() - began).toBeLessThan(5000)
  expect(result).toMatchObject({ totalUsers: CLIENTS, emailsSent: sink.received.length })
  await cutOff
  expect(await ended).toBe(0)
  expect(sink.received).toHaveLength(result.emailsSent)

  isSlow = false
  const next = await startProcess(settings)
  onTestFinished(() => next.kill())
  const mailings = await next.call('GET', '/api/admin/mailings', undefined, as)
  const [made] = ((await mailings.json()) as { mailings: Mailing[] }).mailings
  const mailing = await untilSent(next, as, made!.id, 60_000)
  expect(mailing).toMatchObject({ emailsSent: CLIENTS, emailsInDoubt: 0 })
  expect(sink.received).toHaveLength(CLIENTS)
  expect(byRecipient(sink.received).size).toBe(CLIENTS)
})

test('a second signal does not cut off the calls in flight', async () => {
  const server = await startProcess(await processSettings())
  onTestFinished(() => server.kill())
  const { port } = new URL(server.url)
  const line = connect(Number(port), '127.0.0.1')
  let answer = ''
  line.on('data', (chunk) => (answer += chunk))
  const body = JSON.stringify(ADMIN)
  line.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  // A reply shows that the server has read the previous line.
  await server.call('GET', '/healthz')
  const ended = server.stop()
  await expect.poll(() => server.call('GET', '/healthz').catch(() => 'closed')).toBe('closed')
  process.kill(server.pid, 'SIGTERM')
  process.kill(server.pid, 'SIGINT')
  line.write(body)
  await once(line, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(await ended).toBe(0)
})
