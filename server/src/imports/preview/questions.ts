import { fullName, nameOf } from '@attest/contract/client-fields'
import { sameValue } from '@attest/contract/same-value'
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import { readRows } from '../../db/read.ts'
import type { Tx } from '../../db/schema.ts'
import { longDay } from '../../delivery/deliver.ts'
import type { Basics } from '../../deps.ts'
import { DAY_MS, localDay } from '../../local-time.ts'
import { HAS_NO_LINK } from '../../mailings/queries.ts'
import { findOpenRound } from '../../rounds/queries.ts'
import { saysDoNotEmail } from '../sheet/do-not-email.ts'
import { folded } from '../stored.ts'
import { planPreview } from './plan-preview.ts'
import type { PreviewRecord } from './queries.ts'
import * as queries from './queries.ts'

/** What a person must confirm before an import starts, in one text; '' if nothing (decision 45). */
export async function questionAbout(
  tx: Tx,
  { id: previewId, notes }: Pick<PreviewRecord, 'id' | 'notes'>,
  send: boolean,
  { config, now }: Pick<Basics, 'config' | 'now'>,
): Promise<string> {
  const questions = [
    (await askAboutEmails(tx, previewId)) || (await askAboutColumns(tx, previewId)),
    await askAboutTrash(tx, previewId),
    await askAboutFormerEmails(tx, previewId),
    await askAboutUnwanted(tx, previewId),
    send && askAboutInactive(notes),
    send && (await askAboutSecondEmails(tx, previewId, now())),
    send && (await askAboutLinks(tx, previewId)),
    send && (await askAboutRound(tx, localDay(now(), config.TIME_ZONE))),
  ]
  return questions.filter(Boolean).join(' ')
}

async function askAboutEmails(tx: Tx, previewId: string) {
  const rows = await queries.listNamesAndEmails(tx, previewId)
  const count = countMisnamed(rows)
  if (count >= 3)
    return `At least ${count.toLocaleString('en-US')} clients would get the email of another client, as if the emails were sorted apart from the other columns. Compare them with the names. If they are right, press the button again.`
  // More than a family: “clients@firm.com” stands for no email.
  const namesOf = (each: typeof rows) => new Set(each.map((row) => folded(row.last_name))).size
  const shared = [...Map.groupBy(rows, ({ email }) => email.toLowerCase())]
  const [email, all] = shared.find(([, each]) => namesOf(each) > 3) ?? []
  return (
    email &&
    `${all!.length.toLocaleString('en-US')} clients with different last names have the email ${email}: that mailbox would get the links of all of them. If that is right, press the button again. Otherwise take it out of the sheet.`
  )
}

const SORTED = ['email', 'phone_number', 'address', 'first_name', 'last_name'] as const

/** A column was sorted apart if clients would get what others lose. An email may also be of one who is not listed. */
async function askAboutColumns(tx: Tx, previewId: string) {
  const changed = await queries.listChanged(tx, previewId, SORTED)
  for (const field of SORTED) {
    const read = (text = '') => folded(text).replace(/^1(?=\d{10}$)/, '')
    const moves = changed.filter(
      ({ old, given }) => given[field] && !sameValue(field, old[field], given[field]),
    )
    const emails = field === 'email' ? moves.map(({ given }) => given.email!.toLowerCase()) : []
    const owners = emails.length > 0 ? await queries.listOwners(tx, emails) : []
    const taken = [...moves.map(({ old }) => old[field]), ...owners.map(({ email }) => email)]
    const lost = new Set(taken.map((text) => read(text)))
    const count = moves.filter(({ given }) => lost.has(read(given[field]))).length
    if (count > 1)
      return `${count.toLocaleString('en-US')} clients would get the ${nameOf(field).toLowerCase()} of another client, as if that column were sorted apart from the others. Look at them under “Changed”. If they are right, press the button again.`
  }
  return undefined
}

/** Emails with the whole name of another row, if most names in emails are of other rows: “ann.lee@” beside Bob Roe. */
function countMisnamed(rows: Awaited<ReturnType<typeof queries.listNamesAndEmails>>): number {
  const people = rows.map(({ first_name, last_name, email }) => ({
    first: folded(first_name),
    last: folded(last_name),
    name: folded(email.replace(/@.*|\d/g, '')),
  }))
  const lasts = Map.groupBy(
    people.flatMap(({ first, last }) => {
      const names = first && last ? [first + last, last + first, first[0] + last] : []
      return names.map((name) => ({ name, last }))
    }),
    ({ name }) => name,
  )
  const isOwn = ({ first, last, name }: (typeof people)[number]) =>
    [first, last].some((part) => part !== '' && name.includes(part))
  const [own, others] = [people.filter(isOwn), people.filter((person) => !isOwn(person))]
  const misnamed = others.filter(({ last, name }) =>
    lasts.get(name)?.some((other) => other.last !== last),
  )
  return misnamed.length > own.length ? misnamed.length : 0
}

/** An office may write to former clients. */
function askAboutInactive(notes: PreviewRecord['notes']) {
  const note = notes.find((each) => each.startsWith('inactive '))
  const count = Number(note?.split(' ')[1] ?? 0).toLocaleString('en-US')
  return (
    note &&
    `The sheet calls clients inactive, former or prospective (rows: ${count}). Those with an email would be emailed. To leave them out, take their rows out of the sheet. To email all, press the button again.`
  )
}

/** A corrected sheet is often imported an hour after the first one. */
async function askAboutSecondEmails(tx: Tx, previewId: string, at: Date) {
  const since = new Date(at.getTime() - DAY_MS).toISOString()
  const again = await queries.countEmailedLately(tx, previewId, since)
  const who = again === 1 ? '1 client was' : `${again.toLocaleString('en-US')} clients were`
  const question = `${who} emailed in the last 24 hours and would get a second email. To email only the others, press Import Only, then Email Them Now. To email all of them, press the button again.`
  return again > 0 && question
}

/** Somebody may have written a notice into the group's template. */
async function askAboutLinks(tx: Tx, previewId: string) {
  const letter = sql`coalesce(${(await findOpenRound(tx))?.template_id ?? null}, letter)`
  const rows = tx.selectFrom('import_preview_rows').where('preview_id', '=', previewId)
  const isMute = sql<boolean>`letter is not null and ${letter} in (select id from templates where ${HAS_NO_LINK})`
  const count = await countRows(rows.where(isMute))
  const who = count === 1 ? '1 client gets' : `${count.toLocaleString('en-US')} clients get`
  const question = `${who} a letter without a link, because the template has none: nobody can answer it. Add a button to the template, or press the button again.`
  return count > 0 && question
}

/** Last year's round may never have been closed. */
async function askAboutRound(tx: Tx, today: string) {
  const round = await findOpenRound(tx)
  return (
    round &&
    round.due_on < today &&
    `The emails would join the round ${round.name}, which was due on ${longDay(round.due_on, 'en')}: no reminder follows, and a letter may name that day. To ask in a new round, close that one first. To email the clients in it, press the button again.`
  )
}

/** The list may not know yet that a client has died, or was deleted for another reason. */
async function askAboutTrash(tx: Tx, previewId: string) {
  const { some, total } = await queries.findTrashed(tx, previewId)
  return (
    total > 0 &&
    `Deleted clients would be added again as new ones, without their history: ${named(some, total)}. Restore them from the trash if they are still there, or take their rows out of the sheet. To add them as new clients, press the button again.`
  )
}

/** With other numbers, an older list adds clients again who have another name, email and address by now. */
async function askAboutFormerEmails(tx: Tx, previewId: string) {
  const given = await readRows<{ email: string; name: string; client_number: string }>(tx)`
    select distinct lower(a.old->>'email') as email, rtrim(c.first_name || ' ' || c.last_name) as name, c.client_number
    from answers a join clients c on c.id = a.client_id
    where a.old->>'email' <> '' and lower(c.email) <> lower(a.old->>'email') order by client_number
  `
  const emails = given.map(({ email }) => email)
  const created = new Set(await queries.listCreatedWith(tx, previewId, emails))
  const owners = given.filter(({ email }) => created.has(email))
  return (
    owners.length > 0 &&
    `New clients would have an email that clients on file have replaced: ${named(owners.slice(0, 3), owners.length)}. The sheet may list these under other numbers, and their links would go to an address that they gave up. If so, take those rows out of the sheet. If they are other people, press the button again.`
  )
}

/** Reminders would go on to their families. */
async function askAboutUnwanted(tx: Tx, previewId: string) {
  const damaged = await queries.listDamaged(tx, previewId)
  const rows = damaged.filter(({ damage }) => saysDoNotEmail(damage!))
  const planned = await planPreview(tx, rows, { incomplete: true })
  const clients = planned.flatMap(({ plan }) => {
    const before = plan?.kind === 'rejected' && plan.before
    return before && !before.excused_reason ? { ...before, name: fullName(before) } : []
  })
  return (
    clients.length > 0 &&
    `The sheet says that these clients on file have died or want no email: ${named(clients.slice(0, 3), clients.length)}. The import marks them “Do Not Ask”, until somebody presses Allow Emails or Undo Import. If that is right, press the button again. Otherwise choose “Ignore” for that column, or take that out of the sheet.`
  )
}

function named(some: readonly { name: string; client_number: string }[], total: number): string {
  const names = some.map(({ name, client_number }) => `${name} (${client_number})`).join(', ')
  const rest = total - some.length
  return rest > 0 ? `${names} and ${rest.toLocaleString('en-US')} more` : names
}
