import { Agent, request } from 'node:http'
import { readConfig } from '../server/src/config.ts'
import { aClient, aLink } from '../testing/make.ts'
import { startChild } from './child.ts'
import { benchClient } from './clients.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import { type Figure, time } from './report.ts'
import { benchSlowLine } from './slow-line.ts'
import { throughput } from './throughput.ts'

const ANSWERS = 3000
/** Calls that are not counted. */
const WARM_UP = 300
const CONNECTIONS = 16

export const benchVerify = async (): Promise<Figure[]> => [
  await drawing(),
  await answering(),
  ...(await benchSlowLine()),
]

let callers = 0
/** Calls from a new address each time, as one may open only 120 pages a minute. */
const stranger = () => ({
  'x-forwarded-for': `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
})

/** Measures the page with its details, against a bare route that reads them. */
async function drawing(): Promise<Figure> {
  const { folder, tokens } = await folderWithLinks(1)
  const product = await openProduct({ TRUST_PROXY: 'on', DATA_DIR: folder })
  try {
    const ours = await throughput(`${product.url}/verify/${tokens[0]}`, stranger)
    await product.stop()
    const route = await startChild('bare-verify.ts', product.folder)
    const bare = await throughput(`${route.said}/${tokens[0]}`, () => ({}))
    await route.kill()
    return {
      what: "client's page, drawn",
      ours: `${ours.toFixed(0)} pages/s`,
      yardstick: `${bare.toFixed(0)} calls/s on a bare route`,
      ratio: ours / bare,
      promise: 'at least 0.4',
    }
  } finally {
    await product.close()
  }
}

/** Measures answers, each by its own link, against a bare route with the same statements. */
async function answering(): Promise<Figure> {
  const half = ANSWERS + WARM_UP
  const { folder, tokens } = await folderWithLinks(2 * half)
  const route = await startChild('bare-verify.ts', folder)
  const bare = await answersPerSecond(route.said, tokens.slice(half), half)
  await route.kill()
  const product = await openProduct({ TRUST_PROXY: 'on', DATA_DIR: folder })
  try {
    const ours = await answersPerSecond(`${product.url}/api/verify`, tokens.slice(0, half), 0)
    return {
      what: "clients' answers",
      ours: `${ours.toFixed(0)} answers/s`,
      yardstick: `${bare.toFixed(0)} calls/s on a bare route`,
      ratio: ours / bare,
      promise: 'at least 0.7',
    }
  } finally {
    await product.close()
  }
}

async function answersPerSecond(address: string, tokens: string[], from: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  const answerUpTo = (end: number) => async () => {
    const keepAnswering = async () => {
      while (next < end) {
        const n = next++
        await answer(`${address}/${tokens[n]}`, from + n, agent)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, keepAnswering))
  }
  await time(answerUpTo(WARM_UP))
  const ms = await time(answerUpTo(tokens.length))
  agent.destroy()
  return ANSWERS / (ms / 1000)
}

function answer(url: string, n: number, agent: Agent) {
  const body = JSON.stringify({ ...benchClient(n), action: 'confirm', language: undefined })
  const headers = {
    ...stranger(),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise<void>((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    })
    call.on('error', reject).end(body)
  })
}

async function folderWithLinks(count: number) {
  const folder = await newFolder()
  const { db, close } = await openBareDatabase(folder)
  const config = readConfig({ DATA_DIR: folder })
  const deps = { db, config, now: () => new Date() }
  const tokens: string[] = []
  if (count === 1) tokens.push(await aLink(deps, await aClient(deps)))
  else {
    await insertBatches(db, count)
    const clients = await db.selectFrom('clients').select(['id', 'email']).orderBy('id').execute()
    for (const client of clients) tokens.push(await aLink(deps, client))
  }
  await close()
  return { folder, tokens }
}
