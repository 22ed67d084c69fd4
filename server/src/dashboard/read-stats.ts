import { type Stats, shareOf } from '@attest/contract/dashboard'
import { countCorrectionsSince } from '../answers/queries.ts'
import { backupProblem } from '../backup/nightly-backup.ts'
import { findRestoredCopy } from '../backup/queries.ts'
import { countDisputed, readCounts } from '../clients/queries.ts'
import type { Deps } from '../deps.ts'
import { lastEffectiveImport } from '../imports/queries.ts'
import { startOfToday } from '../local-time.ts'
import { mailWarnings } from '../mail-warnings.ts'
import { lastMailingAt } from '../mailings/last-mailing.ts'

export async function readStats(deps: Deps): Promise<Stats> {
  const { db, config, now, sender } = deps
  const { pending, confirmed, updated } = await readCounts(db)
  const totalUsers = pending + confirmed + updated
  const lastImport = await lastEffectiveImport(db)
  const before = lastImport?.clients_before ?? 0
  const midnight = startOfToday(now(), config.TIME_ZONE).toISOString()
  return {
    totalUsers,
    confirmed,
    updated,
    pending,
    disputed: await countDisputed(db),
    confirmationRate: shareOf(confirmed, totalUsers),
    todayUpdates: await countCorrectionsSince(db, midnight),
    growthSinceLastImport: before === 0 ? null : Math.round((100 * (totalUsers - before)) / before),
    clientsSinceLastImport: before === 0 ? null : totalUsers - before,
    lastMailingAt: await lastMailingAt(db),
    mail: {
      provider: sender.provider,
      problem: sender.problem,
      warnings: mailWarnings(config).map(({ text }) => text),
    },
    restored: (await findRestoredCopy(db)) ?? null,
    backupProblem: await backupProblem(deps),
    backupMissing: !config.BACKUP_DIR,
  }
}
