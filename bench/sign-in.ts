import { setTimeout as sleep } from 'node:timers/promises'
import { addAdmin } from '../server/src/identity/administrators/queries.ts'
import { hashPassword } from '../server/src/identity/passwords.ts'
import { startChild } from './child.ts'
import { BENCH_ADMIN, newFolder, openBareDatabase, openProduct, type Product } from './product.ts'
import { type Figure, median, milliseconds, time } from './report.ts'
import { throughput } from './throughput.ts'

const TRIES = 50
/** Many accounts, as each address may request only a few mails without a pause. */
const MAILED = 200
/** A pause, so that most calls do not coincide with the work of earlier mails. */
const CALM_MS = 50

/** Measures calls of `me` against a bare query, and the time of a rejected sign-in. */
export async function benchSignIn(): Promise<Figure[]> {
  const product = await openProduct({ TRUST_PROXY: 'on', DATA_DIR: await folderWithAdmins() })
  try {
    const after = await timesAfterMails(product)
    const refusals = await refusalTimes(product.url)
    const me = await throughput(`${product.url}/api/auth/me`, () => product.headers)
    await product.stop()
    const route = await startChild('bare-me.ts', product.folder)
    const bare = await throughput(route.said, () => ({}))
    await route.kill()
    return [
      {
        what: 'GET /api/auth/me',
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
      {
        what: 'the call after a forgotten password of an unknown account',
        ours: milliseconds(after.unknown),
        yardstick: `${milliseconds(after.known)} of a known one`,
        ratio: after.unknown / after.known,
        promise: '0.9 to 1.1',
      },
    ]
  } finally {
    await product.close()
  }
}

/** Medians of tries in turns. */
async function refusalTimes(url: string) {
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < TRIES; n++) {
    // Every fourth try has the right password, as the account would pause otherwise.
    if (n % 4 === 0) await login(url, n, BENCH_ADMIN)
    const wrong = { ...BENCH_ADMIN, password: 'not the right one' }
    const tries = [
      async () => known.push(await time(() => login(url, n, wrong))),
      async () =>
        unknown.push(
          await time(() => login(url, n, { ...wrong, email: `nobody${n}@example.com` })),
        ),
    ]
    // Alternates the order, as the second of a pair finds warm caches.
    if (n % 2 === 1) tries.reverse()
    for (const attempt of tries) await attempt()
  }
  return { known: median(known), unknown: median(unknown) }
}

/** Calls from a new address each time, which would pause otherwise. */
const login = (url: string, n: number, credentials: object) =>
  post(`${url}/api/auth/login`, n, credentials)

const post = (url: string, n: number, body: object) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` },
  })

async function folderWithAdmins(): Promise<string> {
  const folder = await newFolder()
  const { db, close } = await openBareDatabase(folder)
  const email_confirmed_at = new Date().toISOString()
  await addAdmin(db, {
    email: BENCH_ADMIN.email,
    email_confirmed_at,
    password_hash: await hashPassword(BENCH_ADMIN.password),
  })
  for (let n = 0; n < MAILED; n++)
    await addAdmin(db, { email: `known${n}@example.com`, email_confirmed_at })
  await close()
  return folder
}

/** Measures the call right after a request for a mail, for known and unknown accounts in turns. */
async function timesAfterMails(product: Product) {
  const known: number[] = []
  const unknown: number[] = []
  const tryOne = async (times: number[], email: string, n: number) => {
    await (await post(`${product.url}/api/auth/forgot-password`, n, { email })).text()
    times.push(await time(async () => (await product.get('/api/auth/me')).text()))
    await sleep(CALM_MS)
  }
  for (let n = 0; n < MAILED; n++) {
    const tries = [
      () => tryOne(known, `known${n}@example.com`, n),
      () => tryOne(unknown, `unknown${n}@example.com`, n),
    ]
    if (n % 2 === 1) tries.reverse()
    for (const attempt of tries) await attempt()
  }
  return { known: median(known), unknown: median(unknown) }
}
