import type { updateClient as updateClientCall } from '@attest/contract/clients'
import { countryCode } from '@attest/contract/countries'
import type { Body } from '@attest/contract/endpoint'
import { parsePhone } from '@attest/contract/parse-phone'
import { checkPlace, PLACE_FIELDS, type Place } from '@attest/contract/place'
import { sameValue } from '@attest/contract/same-value'
import type { Updateable } from 'kysely'
import type { ClientRow, Tx } from '../db/schema.ts'
import { isForeignKeyViolation, isUniqueViolation, transact } from '../db/transact.ts'
import type { Timed } from '../deps.ts'
import { type Author, changedFields, recordChange } from '../history/queries.ts'
import { noClient, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { type ClientRecord, lockClient, updateClient } from '../records/clients.ts'
import { type FormerNumber, listFormerNumbers } from '../records/merges.ts'
import { routeMail } from './mail-address.ts'
import { settleOwn } from './own-values.ts'

/** Keeps the status. Throws Refusal 409 with the `current` row if someone else was faster. */
export async function changeClient(
  { db, now }: Timed,
  admin: SignedIn,
  id: number,
  { last_updated, own: givenOwn, ...given }: Body<typeof updateClientCall>,
) {
  const at = now().toISOString()
  return transact(db, async (tx) => {
    const before = (await lockClient(tx, id)) ?? noClient()
    const own = await settleOwn(tx, before.own, givenOwn)
    const input = { ...settleInput(before, given), own }
    await refuseFormer(tx, given.client_number, id)
    const fields = changedFields(before, input)
    if (fields.length > 0) refuseOutdated(before, last_updated)
    if (fields.length === 0) return before
    return saveChange(tx, { adminEmail: admin.email, at }, before, input)
  }).catch((error) => explainConflict(error, given))
}

/** Saves a change by the office. The caller must have locked the client. */
export async function saveChange(
  tx: Tx,
  author: Author,
  before: ClientRecord,
  input: Updateable<ClientRow>,
) {
  const mail = routeMail(before, { by: 'office', email: input.email ?? before.email })
  const after = await updateClient(tx, before.id, { ...input, ...mail, last_updated: author.at })
  const fields = changedFields(before, after)
  await recordChange(tx, author, 'updated', { before, after, fields })
  return after
}

const PHONES = ['phone_number', 'alt_number'] as const

type Contact = Place & { phone_number: string; alt_number: string | null }
type Input = { [Field in keyof Contact]?: Contact[Field] | undefined }

/**
 * Normalizes the input and checks it for the client's new country. A changed country also checks stored values.
 * @throws Refusal 400
 */
export function settleInput<I extends Input>(before: Contact | undefined, input: I): I {
  const country = codeOf(input.country ?? before?.country ?? '')
  const moved = country !== before?.country
  const checked = PLACE_FIELDS.filter((field) => moved || input[field] !== undefined)
  const { place, errors } = checkPlace({
    country,
    state: input.state ?? before?.state ?? '',
    zip_code: input.zip_code ?? before?.zip_code ?? '',
  })
  const phones = PHONES.flatMap((field) => {
    const text = (input as Input)[field]
    return text ? [{ field, text, number: settlePhone(before, field, text, country) }] : []
  })
  const fields: Record<string, string> = Object.fromEntries([
    ...checked.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
    ...phones.flatMap(({ field, text, number }) =>
      number ? [] : [[field, `“${text}” is not a phone number`]],
    ),
  ])
  const [message] = Object.values(fields)
  if (message) throw new Refusal(400, message, { fields })
  return {
    ...input,
    ...Object.fromEntries(checked.map((field) => [field, place[field]])),
    ...Object.fromEntries(phones.map(({ field, number }) => [field, number])),
  }
}

/** Returns undefined for an invalid number. An invalid stored one, as from an old list, may stay. */
const settlePhone = (
  before: Contact | undefined,
  field: (typeof PHONES)[number],
  text: string,
  country: string,
) =>
  before && sameValue(field, before[field], text, country)
    ? before[field]!
    : parsePhone(text, country)

const codeOf = (country: string): string =>
  countryCode(country) ?? refuseField('country', `“${country}” is not a country`)

/** @throws Refusal 409 with the `current` row if someone else was faster than the edit of `version` */
export function refuseOutdated(before: ClientRecord, version: string | undefined): void {
  if (!version || version === before.last_updated) return
  const { search_text: _, own_search: __, ...current } = before
  const message =
    'Someone else has changed this client meanwhile. Please look at the current values.'
  throw new Refusal(409, message, { current })
}

/** @throws Refusal 409 if a client other than `id` had this number before a merge */
export async function refuseFormer(tx: Tx, number: string | undefined, id?: number): Promise<void> {
  const [owner] = number === undefined ? [] : await listFormerNumbers(tx, [number])
  if (owner && owner.id !== id) refuseField('client_number', formerNumber(owner), 409)
}

const formerNumber = ({ former, name, client_number }: FormerNumber) =>
  `Client number ${former} is a former number of ${name} (${client_number}), who was merged.`

/** Turns a violated constraint into a Refusal; rethrows any other error. */
export function explainConflict(
  error: unknown,
  { client_number, group_template }: { client_number?: string; group_template?: string },
): never {
  if (isUniqueViolation(error))
    refuseField('client_number', `Client number ${client_number} is already taken.`, 409)
  if (isForeignKeyViolation(error))
    refuseField('group_template', `There is no email template “${group_template}”.`)
  throw error
}
