import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { repeat } from '../repeat.ts'
import { keepCounts } from './queries.ts'

const EVERY_MS = 30_000

export const startKeepingCounts = ({ db, log }: Deps): (() => Promise<void>) =>
  repeat(EVERY_MS, () =>
    transact(db, keepCounts).catch((error) =>
      log.error(error, 'the counts of finished mailings cannot be kept'),
    ),
  )
