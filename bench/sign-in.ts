import { Agent, get } from 'node:http'
import { startChild } from './child.ts'
import { BENCH_ADMIN, openHouse } from './house.ts'
import { type Figure, milliseconds, time } from './report.ts'

const CONNECTIONS = 16
const ROUND_MS = 2_000
const ROUNDS = 3
const TRIES = 50

/** Who one is, over and over, against the same read on a bare route; and how long a refusal takes. */
export async function benchSignIn(): Promise<Figure[]> {
  const house = await openHouse({ TRUST_PROXY: 'on' })
  try {
    const refusals = await refusalTimes(house.url)
    const me = await throughput(`${house.url}/api/auth/me`, house.headers)
    // The embedded database belongs to one process at a time.
    await house.kill()
    const route = await startChild('bare-me.ts', house.folder)
    const bare = await throughput(route.said, {})
    await route.kill()
    return [
      {
        what: 'who one is (me)',
        ours: `${me.toFixed(0)} calls/s`,
        yardstick: `${bare.toFixed(0)} calls/s on a bare route`,
        ratio: me / bare,
        promise: 'at least 0.5',
      },
      {
        what: 'refusing an unknown account',
        ours: milliseconds(refusals.unknown),
        yardstick: `${milliseconds(refusals.known)} for a known one`,
        ratio: refusals.unknown / refusals.known,
        promise: 'about 1',
      },
    ]
  } finally {
    await house.close()
  }
}

/** Calls a second, the best of the rounds after one that is not counted. */
async function throughput(url: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const counts: number[] = []
  for (let round = 0; round <= ROUNDS; round++) counts.push(await callsIn(url, headers, agent))
  agent.destroy()
  return Math.max(...counts.slice(1)) / (ROUND_MS / 1000)
}

async function callsIn(url: string, headers: Record<string, string>, agent: Agent) {
  const ends = performance.now() + ROUND_MS
  let calls = 0
  const keepCalling = async () => {
    while (performance.now() < ends) {
      await callOnce(url, headers, agent)
      calls++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepCalling))
  return calls
}

/** Not fetch, which would take more time than what is measured. */
const callOnce = (url: string, headers: Record<string, string>, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    }).on('error', reject)
  })

/** Medians of tries by turns, so that a busy machine slows both. */
async function refusalTimes(url: string) {
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < TRIES; n++) {
    // Every fourth time the right password, or the account would have to pause.
    if (n % 4 === 0) await login(url, n, BENCH_ADMIN)
    const wrong = { ...BENCH_ADMIN, password: 'not the right one' }
    const tries = [
      async () => known.push(await time(() => login(url, n, wrong))),
      async () =>
        unknown.push(
          await time(() => login(url, n, { ...wrong, email: `nobody${n}@example.com` })),
        ),
    ]
    // Whichever comes second finds everything warm.
    if (n % 2 === 1) tries.reverse()
    for (const attempt of tries) await attempt()
  }
  return { known: middle(known), unknown: middle(unknown) }
}

/** Each time from another address, or that would have to pause. */
const login = (url: string, n: number, credentials: object) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` },
  })

const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
