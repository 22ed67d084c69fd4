import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_TEMPLATE, REMINDER_END } from '@attest/contract/clients'
import { letterText } from '@attest/contract/letter'
import {
  type createTemplate as createCall,
  RESERVED_ID,
  reminderIdOf,
  type TemplateContent,
  templateIdOf,
  type updateTemplate as updateCall,
} from '@attest/contract/templates'
import type { z } from 'zod'
import { firmOf } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { asTemplate } from './describe-template.ts'
import {
  findReminderOf,
  insertTemplate,
  insertVersion,
  lastVersion,
  lockTemplateRow,
  type TemplateRecord,
  updateTemplate,
} from './queries.ts'

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
    const row = { ...stored(deps, content), id, version, updated_at: deps.now().toISOString() }
    await insertTemplate(tx, row)
    await insertVersion(tx, row, admin.email)
    await addReminder(tx, row, admin.email)
    return row
  }).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    refuseField('id', `Template ID ${id} is already taken.`, 409)
  })
  return asTemplate(row, firmOf(deps.config))
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

/** @throws Refusal 409 with the `current` template if it was changed in the meantime */
export async function changeTemplate(
  deps: Deps,
  admin: SignedIn,
  id: string,
  { version, ...content }: z.output<(typeof updateCall)['body']>,
) {
  const firm = firmOf(deps.config)
  const row = await transact(deps.db, async (tx) => {
    const before = (await lockTemplateRow(tx, id)) ?? notFound('Template')
    const fresh = stored(deps, content, before)
    if (isSame(before, fresh)) return before
    if (version !== undefined && version !== before.version) {
      const message =
        'Someone else has changed this template meanwhile. Please look at it as it is now.'
      throw new Refusal(409, message, { current: asTemplate(before, firm) })
    }
    const updated_at = deps.now().toISOString()
    const after = { ...fresh, id, version: before.version + 1, updated_at }
    await updateTemplate(tx, after)
    await insertVersion(tx, after, admin.email)
    return { ...after, reminder_of: before.reminder_of }
  })
  return asTemplate(row, firm)
}

type Stored = Omit<TemplateContent, 'translations'> & Pick<TemplateRecord, 'translations'>

/** A generated text stays generated, or it would repeat outdated fields. */
function stored({ config }: Deps, content: TemplateContent, before?: TemplateRecord): Stored {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  const generated = [content, ...(before ? [before] : [])].map((of) =>
    plain(letterText(of, firmOf(config))),
  )
  const textContent = generated.includes(plain(content.textContent)) ? '' : content.textContent
  const translations = content.translations ?? before?.translations ?? {}
  return { ...content, textContent, translations }
}

const isSame = (before: TemplateRecord, fresh: Stored) =>
  Object.entries(fresh).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof Stored], value),
  )
