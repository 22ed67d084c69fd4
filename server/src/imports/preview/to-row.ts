import { crc32 } from 'node:zlib'
import { changedFields, pick } from '../../history/queries.ts'
import { likeness } from '../mistaken-number.ts'
import type { RowPlan } from '../plan-row.ts'
import { cellsOf, kindOf, type Planned } from './plan-preview.ts'
import type { NewRow } from './queries.ts'
import { suggestionsOf } from './suggestions.ts'

export function toRow(planned: Planned): NewRow {
  const { given, plan } = planned
  const kind = kindOf(planned)
  const accepted = plan && plan.kind !== 'rejected' && kind === plan.kind ? plan : undefined
  return {
    ...given,
    person: given.person ?? planned.twin ?? null,
    likeness: likeness(cellsOf(given).client_number ?? ''),
    kind,
    incomplete: (accepted?.missing.length ?? 0) > 0,
    replaces: accepted?.kind === 'changed' && accepted.replaced.length > 0,
    letter: accepted && isRecipient(accepted) ? accepted.after.group_template : null,
    digest: digestOf(kind, accepted),
    suggested: suggestionsOf(planned)
      .map(({ field }) => field)
      .join(),
  }
}

type Accepted = Exclude<RowPlan, { kind: 'rejected' }>

function isRecipient(plan: Accepted): boolean {
  if (plan.after.email === '') return false
  return plan.kind === 'created' || !(plan.before.excused_reason || plan.before.disputed_at)
}

/** Differs if the import would overwrite other values than the preview showed. */
function digestOf(kind: string, plan: Accepted | undefined): number {
  const old =
    plan?.kind === 'changed' ? pick(plan.before, changedFields(plan.before, plan.after)) : {}
  return crc32(kind + JSON.stringify(old)) | 0
}
