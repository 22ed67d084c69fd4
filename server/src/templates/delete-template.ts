import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { isForeignKeyViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { countUses, lockTemplateRow, removeTemplate } from './queries.ts'

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

export async function deleteTemplate(
  { db, now }: Deps,
  admin: SignedIn,
  id: string,
): Promise<void> {
  if (id === DEFAULT_TEMPLATE) {
    throw new Refusal(409, 'New clients get this template by default, so it cannot be deleted.')
  }
  await transact(db, async (tx) => {
    const { reminder_of } = (await lockTemplateRow(tx, id)) ?? notFound('Template')
    if (reminder_of !== null) throw new Refusal(409, 'A reminder is deleted with its group.')
    await refuseWhileUsed(await countUses(tx, id))
    await removeTemplate(tx, id)
    await logEvent(tx, 'template-deleted', admin, now(), id)
  }).catch(async (error) => {
    if (isForeignKeyViolation(error)) refuseWhileUsed(await countUses(db, id))
    throw error
  })
}

function refuseWhileUsed({ clients, waiting, rounds }: Awaited<ReturnType<typeof countUses>>) {
  if (clients > 0) {
    const who = counted(clients, 'client uses', 'clients use')
    throw new Refusal(409, `${who} this template. Give them another one first.`, { clients })
  }
  if (waiting > 0) {
    const what = counted(waiting, 'email is', 'emails are')
    throw new Refusal(409, `${what} still waiting to be sent with this template.`, { waiting })
  }
  if (rounds > 0) {
    throw new Refusal(409, 'The open round sends this letter. Choose another one there first.', {
      rounds,
    })
  }
}
