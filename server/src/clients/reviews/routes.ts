import { ADDRESS_FIELDS, COMPARED_FIELDS, fullName } from '@attest/contract/client-fields'
import type { Query } from '@attest/contract/endpoint'
import { listReviews, reviewAnswers } from '@attest/contract/reviews'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { type Answer, currentFields } from '../../records/answers.ts'
import { type ClientRecord, listClients } from '../../records/clients.ts'
import { answersOf, kindOf, listToReview } from './queries.ts'
import { differenceOf, reviewAll, reviewItems } from './review-answers.ts'

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listReviews, ({ query }) => readPage(deps.db, query))
  mount(app, reviewAnswers, async ({ body: { items, filter, total }, admin }) => ({
    reviewed: items
      ? await reviewItems(deps, admin, items)
      : await reviewAll(deps, admin, { ...filter!, total: total! }),
  }))
}

async function readPage(db: Db, { kind, ...page }: Query<typeof listReviews>) {
  const { items, total, counts } = await listToReview(db, kind, page)
  const ids = items.map(({ id }) => id)
  const clients = await listClients(db, ids)
  const answers = await answersOf(db, items)
  const byId = new Map(clients.map((client) => [client.id, client]))
  const reviews = items.flatMap(({ id, kind, answer_ids }) => {
    const client = byId.get(id)
    const told = answers.get(id)
    // Skips a client who was deleted or merged between the two queries.
    return client && told
      ? [{ ...described(client, told), kind: kindOf(kind), answerIds: answer_ids }]
      : []
  })
  return { reviews, total, counts }
}

type Values = Partial<Record<(typeof COMPARED_FIELDS)[number], string | null>>

function described(client: ClientRecord, answers: Answer[]) {
  const difference = differenceOf(answers)
  const changed = COMPARED_FIELDS.filter((field) => field in difference.old)
  const isMoved = changed.some((field) => ADDRESS_FIELDS.includes(field))
  const shown = COMPARED_FIELDS.filter(
    (field) => changed.includes(field) || (isMoved && ADDRESS_FIELDS.includes(field)),
  )
  const valuesOf = (row: Values) =>
    Object.fromEntries(shown.map((field) => [field, row[field] ?? null]))
  const { at: answered_at, via } = answers.at(-1)!
  return {
    clientId: client.id,
    client_number: client.client_number,
    name: fullName(client),
    answered_at,
    via,
    disputed_at: client.disputed_at,
    old: valuesOf({ ...difference.new, ...difference.old }),
    new: valuesOf(difference.new),
    current: valuesOf(client),
    changed,
    settable: currentFields(client, difference),
  }
}
