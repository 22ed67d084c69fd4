import { fullName } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import type { Db } from '../db/schema.ts'
import { listAdmins } from '../identity/administrators/queries.ts'
import { listAnswers } from '../records/answers.ts'
import { listFormerNumbers } from '../records/merges.ts'
import { listOwnColumns } from '../records/own-columns.ts'
import { listTemplateNames } from '../templates/queries.ts'
import type { Stored } from './plan-row.ts'
import { type KnownClient, listAlike } from './queries.ts'
import type { Cells } from './sheet/clean-cell.ts'
import type { SheetRow } from './sheet/table.ts'

/** Rows with a former number of a merged client get the number of the client who stays. */
export async function withPresentNumbers(db: Db, rows: SheetRow[]): Promise<SheetRow[]> {
  const numbers = rows.flatMap(({ cells }) => cells.client_number || [])
  const former = await listFormerNumbers(db, numbers)
  if (former.length === 0) return rows
  const present = new Map(former.map((one) => [one.former, one.client_number]))
  return rows.map((row) => {
    const client_number = present.get(row.cells.client_number ?? '')
    return client_number === undefined ? row : { ...row, cells: { ...row.cells, client_number } }
  })
}

/** The stored data that the plan of these rows needs. `listByNumbers`: with a lock, if the rows are then written. */
export async function readStored<D extends Db>(
  db: D,
  rows: readonly SheetRow[],
  listByNumbers: (db: D, numbers: string[]) => Promise<KnownClient[]>,
): Promise<Stored> {
  const numbers = rows.map(({ cells }) => cells.client_number ?? '')
  const [clients, templates, own] = await Promise.all([
    listByNumbers(db, numbers),
    listTemplateNames(db),
    listOwnColumns(db),
  ])
  const known = new Map(clients.map((client) => [client.client_number, client]))
  const fresh = numbers.filter((number) => number !== '' && !known.has(number))
  const alike = fresh.length > 0 ? await listAlike(db, fresh) : []
  const ids = clients.map(({ id }) => id)
  return {
    known,
    answers: await listAnswers(db, ids),
    alike: new Map(alike.map((number) => [likeness(number), number])),
    templates,
    own,
  }
}

type Person = Pick<
  ClientInput,
  'client_number' | 'first_name' | 'last_name' | 'email' | 'phone_number' | 'address'
>

/** “Jr.” tells a son from his father. */
const generationOf = (person: Person) =>
  folded(/\b(?:[js]r|i{2,3}|iv)(?=\.?$)/i.exec(fullName(person))?.[0] ?? '')

/** Why a row is not about the client with its number: line numbers (“#”, “No.”) would overwrite other people. */
export function mistakenNumber(before: Person, after: Person, given: Cells): string | undefined {
  const differs = (field: keyof Person) =>
    before[field] === '' || folded(before[field]) !== folded(after[field])
  const isTheirs = (field: keyof Person) => given[field] && !differs(field)
  const belongs = `Client number ${before.client_number} belongs to ${fullName(before)}:`
  const isOtherBorn = given.email && generationOf(before) !== generationOf(after)
  if (isTheirs('email') || (isTheirs('first_name') && !isOtherBorn)) return undefined
  if (!given.first_name) {
    const hasColumn = (given.last_name ?? given.first_name) !== undefined
    const isUnnamed = hasColumn && (given.email || (given.address && differs('address')))
    const isDoubtful = given.last_name ? differs('last_name') : isUnnamed
    return isDoubtful ? `${belongs} the row has no name or email of theirs` : undefined
  }
  // “Rob” is Robert, and “Ann Marie” Ann.
  const [old, now] = [folded(before.first_name), folded(after.first_name)]
  const isAlike = old.startsWith(now) || now.startsWith(old)
  if (differs('last_name') && !isOtherBorn && (given.email || !isAlike))
    return `${belongs} ${given.email ? 'first name, last name and email are all' : 'first and last name are'} different`
  // A couple has one address, and often one phone.
  return given.email && (isOtherBorn || !isAlike)
    ? `${belongs} the row may be about a relative`
    : undefined
}

/** Without case, accents and punctuation. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Salesforce tells ids apart by case alone. */
const CASE_COUNTS = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[a-zA-Z\d]{15}$/

/** Equal for numbers that a spreadsheet or a typist may confuse. */
export const likeness = (number: string) => {
  if (/^\d+$/.test(number)) return number.replace(/^0+/, '')
  return CASE_COUNTS.test(number) ? number : number.toLowerCase()
}

/** The reason why a new number is probably a known one: its client would be listed twice. */
export const mistypedNumber = (number: string, known: string) =>
  `Client number ${number} is not known, but ${known} is: they differ only in leading zeros or in case`

interface Template {
  id: string
  name: string
}

const lower = (text: string) => text.toLowerCase()

/** From certain to likely: exports write ids, and a name may equal another id. */
const MEANINGS: readonly ((template: Template, text: string) => boolean)[] = [
  ({ id }, text) => id === text,
  ({ name }, text) => name === text,
  ({ id, name }, text) => lower(id) === lower(text) || lower(name) === lower(text),
]

export function findTemplate(
  templates: readonly Template[],
  text: string,
): { id: string; reason?: undefined } | { id?: undefined; reason: string } {
  for (const isMeant of MEANINGS) {
    const [found, ...others] = templates.filter((template) => isMeant(template, text))
    if (found && others.length === 0) return { id: found.id }
    if (found) {
      const ids = [found, ...others].map(({ id }) => id).join(' or ')
      return { reason: `“${text}” may be more than one email template: write its id, ${ids}` }
    }
  }
  return { reason: `There is no email template “${text}”` }
}

/** What the reader of a sheet must know: the names and ids that a column of groups may hold, and the own columns. */
export async function readingFacts(db: Db) {
  const [templates, columns, administrators] = await Promise.all([
    listTemplateNames(db),
    listOwnColumns(db),
    listAdmins(db),
  ])
  return {
    groups: templates.flatMap(({ id, name }) => [id, name]),
    own: { columns, administrators: administrators.map(({ id, email }) => ({ id, email })) },
  }
}
