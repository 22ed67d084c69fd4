import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { REMINDER_END } from '@attest/contract/fields'
import {
  type createTemplate as createCall,
  RESERVED_ID,
  reminderIdOf,
  templateIdOf,
} from '@attest/contract/templates'
import type * as z from 'zod/mini'
import { firmOf } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeTemplate } from './describe-template.ts'
import {
  findReminderOf,
  insertTemplate,
  insertVersion,
  lastVersion,
  type TemplateRecord,
} from './queries.ts'
import { storedTemplate } from './stored-template.ts'

/** @throws Refusal 409 when the id is taken, 400 when the name gives none */
export async function addTemplate(
  deps: Deps,
  admin: SignedIn,
  { id: given, ...content }: z.output<(typeof createCall)['body']>,
) {
  const id = given || templateIdOf(content.name)
  if (id === '') refuseField('id', 'Template ID is required')
  if (id.endsWith(REMINDER_END)) refuseField('id', RESERVED_ID)
  const row = await transact(deps.db, async (tx) => {
    const version = (await lastVersion(tx, id)) + 1
    const row = {
      ...storedTemplate(deps, content),
      id,
      version,
      updated_at: deps.now().toISOString(),
    }
    await insertTemplate(tx, row)
    await insertVersion(tx, row, admin.email)
    await addReminder(tx, row, admin.email)
    return row
  }).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    refuseField('id', `Template ID ${id} is already taken.`, 409)
  })
  return describeTemplate(row, firmOf(deps.config))
}

/** A copy of the default group's. */
async function addReminder(tx: Tx, { id: group, name, updated_at }: TemplateRecord, by: string) {
  const { reminder_of: _, ...copied } = await findReminderOf(tx, DEFAULT_TEMPLATE)
  const id = reminderIdOf(group)
  const version = (await lastVersion(tx, id)) + 1
  const letter = { ...copied, id, name: `${name}, reminder`, version, updated_at }
  await insertTemplate(tx, { ...letter, reminder_of: group })
  await insertVersion(tx, letter, by)
}
