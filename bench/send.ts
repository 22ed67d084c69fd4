import { randomUUID } from 'node:crypto'
import { renderLetter } from '@attest/contract/letter'
import { createTransport } from 'nodemailer'
import { startChild } from './child.ts'
import { benchClient } from './clients.ts'
import { openProduct, type Product } from './product.ts'
import { type Figure, time } from './report.ts'

/** Takes turns with the yardstick, so that a busy moment affects both. */
const ROUNDS = 3
const MESSAGES = 10_000
const CONNECTIONS = [5, 20]

/** Measures a bulk send through a local SMTP server, against a bare nodemailer pool with the same letters. */
export async function benchSend(): Promise<Figure[]> {
  const sink = await startChild('smtp-sink.ts')
  const url = `smtp://127.0.0.1:${sink.said}`
  const figures: Figure[] = []
  for (const connections of CONNECTIONS) figures.push(await benchWith(url, connections, 1))
  figures.push(await benchWith(url, 5, 2))
  await sink.kill()
  return figures
}

/** @param people how many share each address and its letter */
async function benchWith(url: string, connections: number, people: number): Promise<Figure> {
  const product = await openProduct({ SMTP_URL: url, MAIL_CONNECTIONS: String(connections) })
  await addClients(product, people)
  const letters = await lettersOf(product, people)
  await sendBare(url, letters.slice(0, 500), connections)
  const rounds: { yardstick: number; ours: number }[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const yardstick = await time(() => sendBare(url, letters, connections))
    rounds.push({ yardstick, ours: await time(() => sendAll(product)) })
  }
  rounds.sort((a, b) => a.yardstick / a.ours - b.yardstick / b.ours)
  const { yardstick, ours } = rounds[Math.floor(ROUNDS / 2)]!
  await product.close()
  const rate = (ms: number) =>
    `${Math.round(letters.length / (ms / 1000)).toLocaleString('en-US')}/s`
  return {
    what: `send of ${ROUNDS} × ${letters.length.toLocaleString('en-US')} mails${people > 1 ? ` to ${people} people each` : ''}, ${connections} connections`,
    ours: rate(ours),
    yardstick: `${rate(yardstick)} bare nodemailer pool`,
    ratio: yardstick / ours,
    promise: people > 1 ? 'at least 0.87' : 'at least 0.7',
  }
}

const emailOf = (n: number, people: number) => benchClient(n - (n % people)).email

async function addClients(product: Product, people: number): Promise<void> {
  const headers =
    'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
  const rows = Array.from({ length: MESSAGES }, (_, n) => {
    const c = benchClient(n)
    return [
      c.client_number,
      c.first_name,
      c.last_name,
      emailOf(n, people),
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

async function lettersOf(product: Product, people: number) {
  const template = await (await product.get('/api/admin/email-templates/GeneralClients')).json()
  const verificationUrl = `${product.url}/verify/${'x'.repeat(43)}`
  const more = { due_date: '', link_expires: 'April 30, 2027', verificationUrl }
  return Array.from({ length: MESSAGES / people }, (_, n) => {
    const [first, ...others] = Array.from({ length: people }, (_, place) => ({
      ...benchClient(n * people + place),
      ...more,
    }))
    const firm = { name: 'Attest', phone: null }
    return { ...renderLetter(template as never, first!, firm, others), to: first!.email }
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

/** Resolves when a bulk send to all has ended. The call itself waits, as polling would slow the database. */
export async function sendAll(product: Product, messages = MESSAGES): Promise<void> {
  const order = { statusFilter: 'all', requestId: randomUUID() }
  let sent = 0
  while (sent < messages) {
    const answer = await product.call('POST', '/api/admin/bulk-send-emails', order, product.headers)
    sent = ((await answer.json()) as { emailsSent: number }).emailsSent
  }
}
