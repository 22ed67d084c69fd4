import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Accounts, Basics, Bulk, Deps } from '../deps.ts'
import { DAY_MS } from '../local-time.ts'
import { sealNewRows, type Verified, verifySeals } from './seals.ts'

/** Seals new rows. Once a day it also compares all seals and mails the newest hash to HEAD_TO. */
export async function sealAndCheck(deps: Bulk & Pick<Deps, 'log'> & Pick<Accounts, 'accountMail'>) {
  const { bulkDb, config, now, log, accountMail } = deps
  await sealNewRows(deps)
  const at = now()
  if (!(await beginCheck(bulkDb, at))) return
  const verified = await verifySeals(bulkDb)
  const problem = verified.problems[0] ?? null
  await sql`update seal_checks set problem = ${problem}`.execute(bulkDb)
  for (const each of verified.problems) log.error({ problem: each }, 'a seal does not hold')
  if (config.HEAD_TO) accountMail.sendNotice(config.HEAD_TO, headWords(verified, at))
}

/** Lets one process check once a day. */
async function beginCheck(db: Db, at: Date): Promise<boolean> {
  const dayBefore = new Date(at.getTime() - DAY_MS).toISOString()
  const { rows } = await sql`
    insert into seal_checks (at) values (${at.toISOString()})
    on conflict (singleton) do update set at = excluded.at
      where seal_checks.at <= ${dayBefore} or seal_checks.at > excluded.at + interval '1 hour'
    returning at
  `.execute(db)
  return rows.length > 0
}

function headWords({ seals, problems, head }: Verified, at: Date) {
  const found =
    problems.length === 0
      ? `All ${seals} seals hold.`
      : `${problems.length} of ${seals} seals do not hold. ${problems[0]}`
  return {
    subject: problems.length === 0 ? 'Seals of the history hold' : 'The history was altered',
    lines: [
      `${found} Checked ${at.toISOString()}.`,
      head === null ? 'Nothing is sealed yet.' : `Newest seal: ${head}`,
      'Keep this email where nobody who runs the server can change it.',
    ],
  }
}

/** The problem that the last daily check found; null while all seals hold. */
export async function sealProblem({ db }: Pick<Basics, 'db'>): Promise<string | null> {
  const row = await db.selectFrom('seal_checks').select('problem').executeTakeFirst()
  return row?.problem ?? null
}
