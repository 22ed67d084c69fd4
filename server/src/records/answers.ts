import { ADDRESS_FIELDS, COMPARED_FIELDS, fullName } from '@attest/contract/client-fields'
import { doubtsAbout } from '@attest/contract/reviews'
import { differingFields } from '@attest/contract/same-value'
import { ClientDetails } from '@attest/contract/verification'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countRows } from '../db/pages.ts'
import { readRows, readValue, readValues } from '../db/read.ts'
import type { AnswerRow, ClientRow, Db, Tx } from '../db/schema.ts'
import { storyIds } from './merges.ts'

type Client = Selectable<ClientRow>

const DETAILS = Object.keys(ClientDetails.shape) as (keyof ClientDetails)[]

export const changedDetails = (before: Client, after: Client) =>
  DETAILS.filter((field) => (before[field] || null) !== (after[field] || null))

/** `before` and `after` are the client's rows around the answer. Returns its id and the changed fields. */
export async function recordAnswer(
  tx: Tx,
  before: Client,
  after: Client,
  answer: Pick<
    Insertable<AnswerRow>,
    'at' | 'via' | 'result' | 'admin' | 'note' | 'recorded_at' | 'answered_by'
  >,
) {
  const changed = changedDetails(before, after)
  const { id } = await tx
    .insertInto('answers')
    .values({
      ...answer,
      client_id: after.id,
      client_number: after.client_number,
      name: fullName(after),
      old: JSON.stringify(pick(before, changed)),
      new: JSON.stringify(pick(after, DETAILS)),
      mail_to: before.mail_to,
      mail_to_by: before.mail_to_by,
      implausible: Object.keys(doubtsAbout(pick(before, changed), pick(after, DETAILS))).length > 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, changed }
}

/** Ids of a client and of those who were merged into it. @param id a column */
const storyOf = (id: string) =>
  sql`any(array(select ${sql.ref(id)} union all select client_id from merged_stories where root_id = ${sql.ref(id)}))`

/** The review `r` set the answer back as a whole, or ended its dispute. Another review keeps some of its values. */
const isVoid = (
  answer: string,
) => sql`(r.answer_id = ${sql.ref(`${answer}.id`)} and r.outcome = 'set_back'
  and (r.fields = '{}' or r.fields @> array(select jsonb_object_keys(${sql.ref(`${answer}.old`)}))
    or r.answer_id in (select answer_id from verification_links where purpose = 'not_me' and answered_at is not null)))`

/**
 * A client's disputed answers, with later ones whose receipt went to an email confirmed since. Also earlier ones set
 * back after the disputed one, which may hold their values. @param client the alias of `clients`
 */
export const disputedAnswers = (client: string) => sql`array(
  select disputed_answer_id from (select ${sql.ref(`${client}.disputed_answer_id`)}) own
  union select answer_id from verification_links l where l.client_id = ${sql.ref(`${client}.id`)}
    and l.purpose = 'not_me' and l.answered_at >= ${sql.ref(`${client}.disputed_at`)}
  union select later.id from answers a join answers later on later.client_id = ${storyOf(`${client}.id`)}
  where a.id = ${sql.ref(`${client}.disputed_answer_id`)} and later.id > a.id and later.via = 'link'
    and later.mail_to_by = 'confirmed' and later.mail_to <> a.mail_to
  union select former.id from answers a join answers former on former.client_id = ${storyOf(`${client}.id`)}
    join reviews r on ${isVoid('former')}
  where a.id = ${sql.ref(`${client}.disputed_answer_id`)} and former.id < a.id and r.at >= a.recorded_at)`

export const listDisputed = (db: Db, clientId: number) =>
  readRows<Answer>(db)`
    select a.* from clients c join answers a on a.id = any(${disputedAnswers('c')})
    where c.id = ${clientId} order by a.id desc
  `

/** @param by if given, only an answer that this administrator has recorded so */
export const findAnswerAt = async (
  db: Db,
  clientId: number,
  at: string,
  by?: Pick<Selectable<AnswerRow>, 'via' | 'admin' | 'note'>,
) =>
  (
    await db
      .selectFrom('answers')
      .select('id')
      .where('client_id', '=', clientId)
      .where('recorded_at', '=', at)
      .$if(by !== undefined, (q) =>
        q.where(
          sql<boolean>`(via, admin, note) is not distinct from (${by?.via}, ${by?.admin}, ${by?.note})`,
        ),
      )
      .executeTakeFirst()
  )?.id

export const findLastAnswerAt = async (db: Db, clientId: number) =>
  readValue<string | null>(db)`
    select max(at) from answers where client_id = any(${await storyIds(db, clientId)})
  `

/** Omits clients who answered since, also as a client merged into them. An answer set back does not count. */
export const leaveOutAnswered = (db: Db, ids: number[], since: string) =>
  readValues<number>(db)`
    with lately as (select client_id from answers a where at >= ${since}
      and not exists (select from reviews r where ${isVoid('a')}))
    select id from unnest(${ids}::bigint[]) chosen(id)
    except select client_id from lately
    except select root_id from lately join merged_stories using (client_id)
    order by 1
  `

const pick = (client: Client, fields: (keyof ClientDetails)[]) =>
  Object.fromEntries(fields.map((field) => [field, client[field]]))

export const hasAnsweredSince = async (db: Db, clientId: number, since: string) =>
  (await countRows(
    db.selectFrom('answers').where('client_id', '=', clientId).where('recorded_at', '>=', since),
  )) > 0

export const isAnyLinkOpened = (db: Db) =>
  readValue<boolean>(db)`
    select exists (select from answers where via = 'link') or exists (select from link_opens)
  `

export type Answer = Selectable<AnswerRow>

/**
 * Answers by client, the oldest first, with those of merged clients. Clients without an answer are absent.
 * @param ids a list, or a query of them
 * @param which a condition on the answer `a`
 */
export async function listAnswers(
  db: Db,
  ids: number[] | RawBuilder<unknown>,
  which: RawBuilder<unknown> = sql`true`,
) {
  const { rows } = await sql<Answer & { root_id: number }>`
    select a.*, client_id as root_id from answers a where client_id = any(${ids}) and ${which}
    union all
    select a.*, s.root_id from merged_stories s join answers a using (client_id) where s.root_id = any(${ids}) and ${which}
    order by id
  `.execute(db)
  return Map.groupBy(rows, ({ root_id }) => root_id)
}

/**
 * As `listAnswers`, but replaces an old value that stems from an answer set back since by the one before it. Otherwise
 * "Set Back" would return a value that the office or a dispute has removed.
 */
export async function listReturnable(db: Db, ids: number[], which: RawBuilder<unknown>) {
  const answers = await listAnswers(db, ids, which)
  const byId = new Map([...answers.values()].flat().map((answer) => [answer.id, answer]))
  const { rows } = await sql<Answered & { id: number }>`
    with chosen as (select * from answers where id = any(${[...byId.keys()]})),
    stories as materialized (select client_id, client_id as root_id from chosen union
      select client_id, root_id from merged_stories where root_id in (select client_id from chosen))
    select a.id, former.old, former.new from chosen a join stories s on s.root_id = a.client_id
    join answers former on former.client_id = s.client_id join reviews r on ${isVoid('former')}
    where former.id < a.id and r.at >= a.recorded_at
    order by former.id desc
  `.execute(db)
  for (const voided of rows) {
    const { old } = byId.get(voided.id)!
    for (const field of changedBy(voided))
      if (field in old && old[field] === voided.new[field]) old[field] = voided.old[field] ?? null
  }
  return answers
}

/** Clients with a correction made or set back since then. Names the kept client instead of a merged one. */
export const listCorrectedSince = (db: Db, since: string) =>
  readValues<number>(db)`
    select distinct coalesce(s.root_id, a.client_id) as id from answers a
    left join merged_stories s on s.client_id = a.client_id
      and s.root_id not in (select client_id from merged_clients)
    where (a.result = 'updated' and a.recorded_at >= ${since})
      or a.id in (select answer_id from reviews where outcome = 'set_back' and at >= ${since}) order by 1
  `

export const countCorrectionsSince = (db: Db, since: string) =>
  countRows(db.selectFrom('answers').where('at', '>=', since).where('result', '=', 'updated'))

export const findLastRecorded = (db: Db, since: string) =>
  readValue<string | null>(db)`select max(recorded_at) from answers where at >= ${since}`

/**
 * Spans without an answer are absent; `span` counts from 0.
 * @param starts when each span begins and the one before it ends; the last has no end
 */
export const countAnswersIn = (db: Db, starts: string[]) =>
  readRows<{ span: number; confirmed: number; updated: number }>(db)`
    select width_bucket(at, ${starts}::timestamptz[]) - 1 as span,
      count(*) filter (where result = 'confirmed') as confirmed,
      count(*) filter (where result = 'updated') as updated
    from answers where at >= ${starts[0]}
    group by 1
  `

type Field = (typeof COMPARED_FIELDS)[number]
type Values = Partial<Record<Field, string | null>>
export type Answered = Pick<Selectable<AnswerRow>, 'old' | 'new'>

const changedBy = ({ old }: Pick<Answered, 'old'>): Field[] =>
  COMPARED_FIELDS.filter((field) => field in old)

/** Fields that still have the answer's value; of an address all or none. */
export function currentFields(client: Values, answer: Answered): Field[] {
  const fields = changedBy(answer)
  const changed = differingFields(client, answer.new, fields)
  const isMoved = changed.some((field) => ADDRESS_FIELDS.includes(field))
  return fields.filter((f) => !changed.includes(f) && !(isMoved && ADDRESS_FIELDS.includes(f)))
}

/** The client with the values before the answer, in each field that still has the answer's. */
export const beforeAnswer = <C extends Values>(client: C, answer: Answered): C => ({
  ...client,
  ...Object.fromEntries(
    currentFields(client, answer).map((field) => [field, answer.old[field] ?? '']),
  ),
})
