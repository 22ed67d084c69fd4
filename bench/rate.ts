import { beginMailing, untilSent } from '../testing/mass-mailing.ts'
import { openSmtpSink } from '../testing/smtp-sink.ts'
import { openProduct } from './product.ts'
import type { Figure } from './report.ts'

const RATE = 50
const MESSAGES = 600
const LIMIT_MS = 60_000

/** Measures emails a second, at most and on average, with MAIL_RATE set. */
export async function benchRate(): Promise<Figure[]> {
  const sink = await openSmtpSink()
  const product = await openProduct({ SMTP_URL: sink.url, MAIL_RATE: String(RATE) })
  await untilSent(
    product,
    product.headers,
    await beginMailing(product, product.headers, MESSAGES),
    LIMIT_MS,
  )
  await product.close()
  await sink.close()
  const times = sink.received.map(({ at }) => at).sort((a, b) => a - b)
  const most = mostInASecond(times)
  const average = (MESSAGES - 1) / ((times.at(-1)! - times[0]!) / 1000)
  const yardstick = `MAIL_RATE=${RATE}`
  return [
    {
      what: 'mails in the busiest second',
      ours: String(most),
      yardstick,
      ratio: most / RATE,
      promise: 'at most 1',
    },
    {
      what: 'mails a second on the average',
      ours: average.toFixed(1),
      yardstick,
      ratio: average / RATE,
      promise: 'at least 0.94',
    },
  ]
}

/** The most in any window of a second. */
function mostInASecond(times: number[]): number {
  let most = 0
  for (let end = 0, start = 0; end < times.length; end++) {
    while (times[end]! - times[start]! >= 1000) start++
    most = Math.max(most, end - start + 1)
  }
  return most
}
