import { transact } from '../server/src/db/transact.ts'
import { applyBounces, insertEvents } from '../server/src/delivery/mailbox/mail-events.ts'
import { eventsOf } from '../server/src/delivery/mailbox/mailbox.ts'
import { ROUND } from './a-round.ts'
import type { Sent } from './returned-mail.ts'
import type { TestApp } from './start-test-app.ts'

/** Stores these mails as the mailbox's reader does. */
export async function arrive({ deps }: Pick<TestApp, 'deps'>, ...mails: string[]) {
  const at = deps.now()
  const read = mails.map((raw) => ({ raw: Buffer.from(raw), at }))
  const events = await eventsOf(deps, read)
  await transact(deps.db, (tx) => insertEvents(tx, events))
  await applyBounces(deps)
}

/** The last mail to an address. */
export async function lastTo({ deps }: Pick<TestApp, 'deps'>, to: string): Promise<Sent> {
  const { message_id } = await deps.db
    .selectFrom('messages')
    .select('message_id')
    .where('email', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { messageId: message_id, to }
}

export const ANN = 'ann@example.com'
export const toAnn = (app: Pick<TestApp, 'deps'>) => lastTo(app, ANN)

export const outstanding = async ({ api }: Pick<TestApp, 'api'>) =>
  (await api.get(`${ROUND}/outstanding`)).body.clients

export const reasonOf = async (app: Pick<TestApp, 'api'>, id = 1) =>
  (await outstanding(app)).find((one: { client_id: number }) => one.client_id === id)?.reason

/** The timeline's entries about incoming mail. */
export const arrivals = async ({ api }: Pick<TestApp, 'api'>, id = 1) =>
  (await api.get(`/api/admin/users/${id}/timeline?kind=emails`)).body.entries.filter(
    ({ type }: { type: string }) => type === 'arrival',
  )

export const clientNow = async ({ api }: Pick<TestApp, 'api'>, id = 1) =>
  (await api.get(`/api/admin/users/${id}`)).body
