import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { openProduct, type Product } from './product.ts'
import { type Figure, median, milliseconds, time } from './report.ts'

const SILENT = 10_000
/** Fewer connections than the system queues for a server. */
const BATCH = 200
const RUNS = 200

/** Measures calls of `me` during a flood of silent connections, with the settings for a proxy. */
export async function benchConnections(): Promise<Figure[]> {
  const product = await openProduct({ TRUST_PROXY: 'on' })
  const before = await askOften(product)
  const sockets = await openSilent(Number(new URL(product.url).port))
  const flooded = median(await askOften(product))
  for (const socket of sockets) socket.destroy()
  const idle = median([...before, ...(await askOften(product))])
  await product.close()
  return [
    {
      what: 'GET /api/auth/me, 10,000 silent connections made',
      ours: milliseconds(flooded),
      yardstick: `${milliseconds(idle)} without them`,
      ratio: flooded / idle,
      promise: 'at most 3',
    },
  ]
}

async function openSilent(port: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < SILENT) {
    const batch = Array.from({ length: BATCH }, () => connect(port, '127.0.0.1'))
    for (const socket of batch) socket.on('error', () => {})
    await Promise.all(batch.map((socket) => once(socket, 'connect')))
    sockets.push(...batch)
  }
  return sockets
}

async function askOften(product: Product): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < RUNS; n++)
    times.push(await time(async () => (await product.get('/api/auth/me')).text()))
  return times
}
