import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { endRestoredCopy } from './queries.ts'

export async function resumeCopy({ db, now, sender }: Deps, admin: SignedIn): Promise<void> {
  await transact(db, async (tx) => {
    if (await endRestoredCopy(tx)) await logEvent(tx, 'resumed', admin, now())
  })
  sender.resume()
}
