import type { ExpressionBuilder } from 'kysely'
import type { Database } from './schema.ts'

export const hasFactor = (e: ExpressionBuilder<Database, 'admins'>) =>
  e
    .exists(
      e
        .selectFrom('factors')
        .select('factors.id')
        .whereRef('factors.admin_id', '=', 'admins.id')
        .where('factors.status', '=', 'verified'),
    )
    .$castTo<boolean>()
