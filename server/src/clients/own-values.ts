import { type OwnColumn, type OwnValues, ownField } from '@attest/contract/own-columns'
import * as z from 'zod/mini'
import type { Tx } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { findAdmin } from '../identity/administrators/queries.ts'
import { holdOwnColumns } from '../records/own-columns.ts'

/**
 * Merges edited own values into the client's others. An unchanged value may stay, even if it no longer fits.
 * @throws Refusal 400 with the fields `own.<id>`
 */
export async function settleOwn(
  tx: Tx,
  before: OwnValues,
  given: OwnValues | undefined,
): Promise<OwnValues> {
  if (!given) return before
  const columns = new Map((await holdOwnColumns(tx)).map((column) => [String(column.id), column]))
  const after = { ...before }
  const fields: Record<string, string> = {}
  for (const [id, text] of Object.entries(given)) {
    if (text === '') delete after[id]
    else if (text !== before[id]) {
      const problem = await problemOf(tx, columns.get(id), text)
      if (problem) fields[ownField(id)] = problem
      after[id] = text
    }
  }
  const [message] = Object.values(fields)
  if (message) throw new Refusal(400, message, { fields })
  return after
}

const GONE = 'This column was deleted. Reload the page to see the columns as they are.'

async function problemOf(tx: Tx, column: OwnColumn | undefined, text: string) {
  if (!column) return GONE
  const { kind, name, choices } = column
  if (kind === 'date' && !isDate(text)) return `${name} must be a date`
  if (kind === 'choice' && !choices.includes(text)) return `“${text}” is not a choice of ${name}`
  if (kind === 'administrator' && !(await isAdministrator(tx, text)))
    return `${name} must be an administrator`
  return undefined
}

const isDate = (text: string) => z.iso.date().safeParse(text).success

const isAdministrator = async (tx: Tx, id: string) =>
  z.uuid().safeParse(id).success && (await findAdmin(tx, id)) !== undefined
