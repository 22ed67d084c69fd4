import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import {
  ASKED_FOR,
  CLIENT_FIELDS,
  type ClientField,
  COMPARED_FIELDS,
  fullName,
} from '@attest/contract/client-fields'
import { isSameAddress } from '@attest/contract/fields'
import { isOwnField, type OwnColumn, type OwnValues, ownIdOf } from '@attest/contract/own-columns'
import { placeLine, US } from '@attest/contract/place'
import { differingFields, sameValue } from '@attest/contract/same-value'
import { changedFields, pick } from '../history/queries.ts'
import type { Answer } from '../records/answers.ts'
import { checkClient, NOBODY, type Problems, reasonOf } from './check-client.ts'
import type { KnownClient } from './queries.ts'
import type { Cells } from './sheet/clean-cell.ts'
import { bareName, saysDoNotEmail } from './sheet/do-not-email.ts'
import type { SheetRow } from './sheet/table.ts'
import { findTemplate, folded, likeness, mistakenNumber, mistypedNumber } from './stored.ts'
import { type Field, type ImportedClient, weighRow } from './weigh-row.ts'
import { formerSelves, withNamesOnFile } from './whole-name.ts'

export interface Stored {
  known: ReadonlyMap<string, KnownClient>
  answers: ReadonlyMap<number, Answer[]>
  /** By likeness; grows with the clients created. */
  alike: Map<string, string>
  templates: { id: string; name: string }[]
  own: OwnColumn[]
}

/** `missing`: values that the client will be asked for. `kept`: own corrections that stay; `replaced`: those that do not. */
export type RowPlan =
  | { kind: 'created'; after: ImportedClient; missing: ClientField[] }
  | {
      kind: 'changed' | 'unchanged'
      before: KnownClient
      after: ImportedClient
      kept: Field[]
      replaced: Field[]
      missing: ClientField[]
    }
  /** `before`: the client with the row's number, perhaps by mistake. Absent if the row says not to write. */
  | { kind: 'rejected'; problems: Problems; reason: string; before?: KnownClient }

export interface RowRules {
  /** Whether clients with missing values are imported. */
  incomplete: boolean
  /** Whether clients are emailed without a preview, which would ask about inactive ones. */
  unasked?: boolean
}

/** The first row with each client number. `mark` is equal for rows with equal cells. */
export type RowsByNumber = Map<string, { row: number; mark: number }>

/** Numbers in this file: of earlier batches, and of this one. */
export interface Numbers {
  seen: RowsByNumber
  taken: RowsByNumber
}

/** About a millisecond of work: other calls are answered in between. */
const ROWS_AT_ONCE = 50

/** Decides about each row, without the database. `repeated`: its cells equal an earlier row's, apart from case. */
export async function* planEach(
  rows: readonly SheetRow[],
  { seen, taken }: Numbers,
  stored: Stored,
  rules: RowRules,
): AsyncGenerator<{ row: SheetRow; plan: RowPlan | { kind: 'repeated' } }> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
    const number = row.cells.client_number ?? ''
    const before = taken.get(number) ?? seen.get(number)
    const mark = markOf(row.cells)
    const damage = row.damage ?? (rules.unasked && row.inactive ? INACTIVE : undefined)
    const plan = damage
      ? planDamaged(row.cells, damage, stored)
      : before
        ? planSecond(number, before, mark)
        : planRow(row.cells, stored, rules)
    if (!before && plan.kind !== 'rejected') taken.set(number, { row: row.row, mark })
    yield { row, plan }
  }
}

/** `before`: the client on file who is asked no more. */
function planDamaged(cells: Cells, damage: string, { known }: Stored): RowPlan {
  const before = known.get(cells.client_number ?? '')
  // A couple may share a number or an email.
  const isMeant = before && saysDoNotEmail(damage) && isNamedAlike(cells, before)
  if (!isMeant) return rejected({}, damage)
  const reason = before.excused_reason ? damage : `${damage}. ${GETS_MARK}`
  return { ...rejected({}, reason), before }
}

type Named = Pick<Cells, 'first_name' | 'last_name'>

const nameIn = (cells: Named) => folded(bareName(cells))

/** “Ann B. Lee” is Ann Lee. */
function isNamedAlike(one: Named, other: Named): boolean {
  const first = ({ first_name }: Named) => nameIn({ first_name }) || '-'
  const last = ({ last_name }: Named) => nameIn({ last_name })
  const isAlike = first(one).startsWith(first(other)) || first(other).startsWith(first(one))
  return nameIn(one) === nameIn(other) || (isAlike && last(one) === last(other))
}

const INACTIVE =
  'The sheet calls this client inactive, former or prospective. Import the file in the browser, which asks first, or import it without emails'
const GETS_MARK = 'The client on file gets the mark “Do Not Ask”'

export const markOf = (cells: Cells): number => crc32(JSON.stringify(cells).toLowerCase())

/** A list of matters has one row per matter, so a client may be in several. */
const planSecond = (number: string, before: { row: number; mark: number }, mark: number) =>
  number !== '' && before.mark === mark
    ? ({ kind: 'repeated' } as const)
    : rejected({ client_number: `Row ${before.row} already has client number ${number}` })

const rejected = (problems: Problems, reason = reasonOf(problems)) =>
  ({ kind: 'rejected', problems, reason }) as const

function planRow(given: Cells, stored: Stored, rules: RowRules): RowPlan {
  const { group_template: group } = given
  const template = group ? findTemplate(stored.templates, group) : undefined
  if (template?.reason) return rejected({ group_template: template.reason })
  const before = stored.known.get(given.client_number ?? '')
  const answers = stored.answers.get(before?.id ?? 0) ?? []
  const cells = before ? withNamesOnFile(given, formerSelves(before, answers)) : given
  if (!cells)
    return rejected({ first_name: `“${given.last_name}” may not be ${fullName(before!)}` })
  const own = ownOf(cells, before?.own ?? {}, stored.own)
  if (before && isAsStored(before, cells, template?.id) && isDeepStrictEqual(own, before.own))
    return { kind: 'unchanged', before, after: before, kept: [], replaced: [], missing: [] }
  const rest = filled(cells)
  const { client, missing, problems } = checkClient(
    { ...(before ? merge(before, rest) : rest), ...(template && { group_template: template.id }) },
    (field) => rules.incomplete || before?.[field] === '',
  )
  if (problems) return { ...rejected(problems), ...(before && { before }) }
  const row = { ...client, own }
  if (!before) return planNew(row, missing, stored)
  const plan = planKnown(before, row, { missing, given: cells }, stored)
  if (plan.kind === 'rejected' || !isPartOfPlace(before, plan.after, rest)) return plan
  const onFile = `“${before.address}, ${placeLine(before)}” is on file`
  const address = `This is only a part of a new address: ${onFile}. Write the whole new address`
  return { ...rejected({ address }), before }
}

/** An empty cell leaves the stored value. A column may have been deleted since the sheet was read. */
function ownOf(cells: Cells, before: OwnValues, columns: readonly OwnColumn[]): OwnValues {
  const given = Object.entries(cells).flatMap(([field, text]) =>
    isOwnField(field) && text ? [[ownIdOf(field), text] as const] : [],
  )
  if (given.length === 0) return before
  const isKept = (id: string) =>
    id.startsWith('-') || columns.some((each) => each.id === Number(id))
  return { ...before, ...Object.fromEntries(given.filter(([id]) => isKept(id))) }
}

/** Such a row needs no check. If a value is empty, only the rules know whether it may be, as a state abroad. */
const isAsStored = (before: KnownClient, row: Cells, template = before.group_template) =>
  template === before.group_template &&
  ASKED_FOR.every((field) => before[field]) &&
  PLAIN_FIELDS.every((field) => !row[field] || row[field] === before[field])

const PLAIN_FIELDS = CLIENT_FIELDS.filter((field) => field !== 'group_template')

function merge(before: KnownClient, row: Cells) {
  const rest = { ...row }
  // A spreadsheet makes “1067” of Dresden's “01067”.
  const isCut = before.country !== US && rest.zip_code === before.zip_code.replace(/^0+/, '')
  if (isCut) delete rest.zip_code
  // “1 Main St Boston MA 02134” in one cell.
  const whole = `${before.address} ${before.city} ${before.state} ${before.zip_code}`
  if (sameValue('address', rest.address, whole)) delete rest.address
  const emails = rest.email?.split(/[\s,;|/]+/) ?? []
  const isListed = emails.some((each) => isSameAddress(each, before.email))
  if (isListed && emails.every((each) => /^$|@/.test(each))) delete rest.email
  // A program without accents writes “Munoz”.
  for (const field of ['first_name', 'last_name', 'address', 'city'] as const)
    if (sameValue(field, rest[field], before[field].normalize('NFD').replace(/\p{M}/gu, '')))
      delete rest[field]
  // “Unlisted” is no newer number, nor is the known one without its area code.
  for (const field of ['phone_number', 'alt_number'] as const) {
    const [digits, old] = [rest[field]?.replace(/\D/g, '') ?? '', before[field] ?? '']
    const isLess = digits.length < 6 || old.endsWith(digits) || /[*x]{3}/i.test(rest[field] ?? '')
    if (old && isLess && !NOBODY.test(rest[field] ?? '')) delete rest[field]
  }
  // “Mobile” fills an empty “Phone”; here it is the known alternate number.
  const { alt_number, country } = before
  const isAlternate = sameValue('phone_number', rest.phone_number, alt_number, country)
  if (!rest.alt_number && isAlternate) delete rest.phone_number
  return { ...pick(before, COMPARED_FIELDS), ...rest }
}

function planKnown(
  before: KnownClient,
  row: ImportedClient,
  { missing, given }: { missing: ClientField[]; given: Cells },
  { answers }: Stored,
): RowPlan {
  const { after, kept, replaced } = weighRow(before, row, answers.get(before.id) ?? [])
  const mistaken = mistakenNumber(before, after, given)
  if (mistaken) return { ...rejected({ client_number: mistaken }), before }
  const kind = changedFields(before, after).length > 0 ? 'changed' : 'unchanged'
  return { kind, before, after, kept, replaced, missing }
}

/** Whether the row would mix a new address with the stored one. City or zip code alone may be corrected. */
function isPartOfPlace(before: KnownClient, after: ImportedClient, row: Cells): boolean {
  const moved = differingFields(before, after, ['city', 'state', 'zip_code']).filter(
    (part) => before[part],
  )
  if (moved.length === 0 || (moved.length === 1 && row.city && row.zip_code)) return false
  return (['address', 'city', 'zip_code'] as const).some((field) => before[field] && !row[field])
}

function planNew(after: ImportedClient, missing: ClientField[], { alike }: Stored): RowPlan {
  const number = after.client_number
  const known = alike.get(likeness(number))
  if (known !== undefined) return rejected({ client_number: mistypedNumber(number, known) })
  alike.set(likeness(number), number)
  return { kind: 'created', after, missing }
}

const filled = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([field, text]) => text && !isOwnField(field)))
