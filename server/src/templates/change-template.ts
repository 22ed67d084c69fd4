import { isDeepStrictEqual } from 'node:util'
import type { updateTemplate as updateCall } from '@attest/contract/templates'
import type * as z from 'zod/mini'
import { firmOf } from '../config.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeTemplate } from './describe-template.ts'
import { insertVersion, lockTemplateRow, type TemplateRecord, updateTemplate } from './queries.ts'
import { type StoredTemplate, storedTemplate } from './stored-template.ts'

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
    const fresh = storedTemplate(deps, content, before)
    if (isSame(before, fresh)) return before
    if (version !== undefined && version !== before.version) {
      const message =
        'Someone else has changed this template meanwhile. Please look at it as it is now.'
      throw new Refusal(409, message, { current: describeTemplate(before, firm) })
    }
    const updated_at = deps.now().toISOString()
    const after = { ...fresh, id, version: before.version + 1, updated_at }
    await updateTemplate(tx, after)
    await insertVersion(tx, after, admin.email)
    return { ...after, reminder_of: before.reminder_of }
  })
  return describeTemplate(row, firm)
}

const isSame = (before: TemplateRecord, fresh: StoredTemplate) =>
  Object.entries(fresh).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof StoredTemplate], value),
  )
