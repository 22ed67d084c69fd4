import { randomUUID } from 'node:crypto'
import { renderLetter } from '@attest/contract/letter'
import { createTransport } from 'nodemailer'
import { startChild } from './child.ts'
import { benchClient } from './clients.ts'
import { openProduct, type Product } from './product.ts'
import { type Figure, time } from './report.ts'

/** Turns with the yardstick, so that a busy moment affects both. */
const ROUNDS = 3
const MESSAGES = 10_000
const CONNECTIONS = [5, 20]

/** A bulk send through a local SMTP server against a bare nodemailer pool with the same letters. */
export async function benchSend(): Promise<Figure[]> {
  const sink = await startChild('smtp-sink.ts')
  const url = `smtp://127.0.0.1:${sink.said}`
  const figures: Figure[] = []
  for (const connections of CONNECTIONS) figures.push(await benchWith(url, connections))
  await sink.kill()
  return figures
}

async function benchWith(url: string, connections: number): Promise<Figure> {
  const product = await openProduct({ SMTP_URL: url, MAIL_CONNECTIONS: String(connections) })
  await addClients(product)
  const letters = await lettersOf(product)
  await sendBare(url, letters.slice(0, 500), connections)
  const rounds: { yardstick: number; ours: number }[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const yardstick = await time(() => sendBare(url, letters, connections))
    rounds.push({ yardstick, ours: await time(() => sendAll(product)) })
  }
  rounds.sort((a, b) => a.yardstick / a.ours - b.yardstick / b.ours)
  const { yardstick, ours } = rounds[Math.floor(ROUNDS / 2)]!
  await product.close()
  const rate = (ms: number) => `${Math.round(MESSAGES / (ms / 1000)).toLocaleString('en-US')}/s`
  return {
    what: `send of ${ROUNDS} × ${MESSAGES.toLocaleString('en-US')} mails, ${connections} connections`,
    ours: rate(ours),
    yardstick: `${rate(yardstick)} bare nodemailer pool`,
    ratio: yardstick / ours,
    promise: 'at least 0.7',
  }
}

async function addClients(product: Product): Promise<void> {
  const headers =
    'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
  const rows = Array.from({ length: MESSAGES }, (_, n) => {
    const c = benchClient(n)
    return [
      c.client_number,
      c.first_name,
      c.last_name,
      c.email,
      c.phone_number,
      c.address,
      c.city,
      c.state,
      c.zip_code,
    ].join()
  })
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', new File([[headers, ...rows].join('\n')], 'clients.csv'))
  await product.call('POST', '/api/admin/import', form, product.headers)
}

async function lettersOf(product: Product) {
  const template = await (await product.get('/api/admin/email-templates/GeneralClients')).json()
  return Array.from({ length: MESSAGES }, (_, n) => {
    const client = benchClient(n)
    const verificationUrl = `${product.url}/verify/${'x'.repeat(43)}`
    const values = { ...client, due_date: '', link_expires: 'April 30, 2027', verificationUrl }
    return {
      ...renderLetter(template as never, values, { name: 'Attest', phone: null }),
      to: client.email,
    }
  })
}

async function sendBare(url: string, letters: object[], connections: number): Promise<void> {
  const pool = createTransport({
    ...({ url } as object),
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  await Promise.all(
    letters.map((letter) => pool.sendMail({ from: 'bench@example.com', ...letter })),
  )
  pool.close()
}

/** Resolves when a bulk send to everyone is sent. The product waits itself: polling would slow the database. */
export async function sendAll(product: Product, messages = MESSAGES): Promise<void> {
  const order = { statusFilter: 'all', requestId: randomUUID() }
  let sent = 0
  while (sent < messages) {
    const answer = await product.call('POST', '/api/admin/bulk-send-emails', order, product.headers)
    sent = ((await answer.json()) as { emailsSent: number }).emailsSent
  }
}
