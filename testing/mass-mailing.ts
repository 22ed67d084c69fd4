import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailing } from '@attest/contract/mailings'
import { ADMIN } from './make.ts'
import type { Received } from './smtp-sink.ts'
import type { ServerProcess } from './start-process.ts'

/** A CSV of `count` clients with different addresses. */
export function sheetOf(count: number): File {
  const headers =
    'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
  const rows = Array.from(
    { length: count },
    (_, n) => `${n},Ann,Lee,client${n}@example.com,617-555-0140,${n} Elm St,Boston,MA,02134`,
  )
  return new File([[headers, ...rows].join('\n')], 'clients.csv')
}

export async function signIn(
  server: ServerProcess,
  as = ADMIN,
): Promise<{ authorization: string }> {
  const answer = await server.call('POST', '/api/auth/login', as)
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** Inserts `count` clients and starts a mailing to them; returns its id. */
export async function beginMailing(
  server: ServerProcess,
  headers: { authorization: string },
  count: number,
): Promise<number> {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', sheetOf(count))
  await server.call('POST', '/api/admin/import', form, headers)
  const answer = await server.call(
    'POST',
    '/api/admin/bulk-send-emails',
    { statusFilter: 'all' },
    { ...headers, prefer: 'respond-async' },
  )
  return ((await answer.json()) as { mailingId: number }).mailingId
}

/** Polls until no message waits, and ignores errors of the server. */
export async function untilSent(
  server: ServerProcess,
  headers: { authorization: string },
  mailingId: number,
  limitMs: number,
): Promise<Mailing> {
  const route = `/api/admin/mailings/${mailingId}`
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(200)) {
    const answer = await server.call('GET', route, undefined, headers).catch(() => undefined)
    const mailing = answer?.ok ? ((await answer.json()) as Mailing) : undefined
    if (mailing?.emailsWaiting === 0) return mailing
  }
  throw new Error('The mailing did not end')
}

/** Received emails by address. */
export function byRecipient(received: readonly Received[]): Map<string, Received[]> {
  const mailed = new Map<string, Received[]>()
  for (const each of received) mailed.set(each.to, [...(mailed.get(each.to) ?? []), each])
  return mailed
}
