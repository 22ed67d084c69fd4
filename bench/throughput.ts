import { Agent, get } from 'node:http'

const CONNECTIONS = 16
const ROUND_MS = 2_000
const ROUNDS = 3

/** Measures GETs a second: the best round after a warm-up. */
export async function throughput(url: string, headersNow: () => Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const call = () => callOnce(url, headersNow(), agent)
  const counts: number[] = []
  for (let round = 0; round <= ROUNDS; round++) counts.push(await callsIn(call))
  agent.destroy()
  return Math.max(...counts.slice(1)) / (ROUND_MS / 1000)
}

async function callsIn(call: () => Promise<void>) {
  const ends = performance.now() + ROUND_MS
  let calls = 0
  const keepCalling = async () => {
    while (performance.now() < ends) {
      await call()
      calls++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepCalling))
  return calls
}

/** Uses node:http, as fetch takes longer than the call. */
const callOnce = (url: string, headers: Record<string, string>, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    }).on('error', reject)
  })
