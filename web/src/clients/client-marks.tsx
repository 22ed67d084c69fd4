import type { Client } from '@attest/contract/clients'
import { BellOff, ShieldAlert } from 'lucide-react'
import { excuseName } from '../history/field-text.ts'
import { Badge } from '../ui/badge.tsx'

type Excused = Pick<Client, 'excused_reason'>

export const ExcusedBadge = ({ client: { excused_reason } }: { client: Excused }) =>
  excused_reason && <Badge label="Do Not Ask" icon={BellOff} />

/** Beside a status, where there is no room for words. */
export const ExcusedMark = ({ client: { excused_reason } }: { client: Excused }) =>
  excused_reason && (
    <span title={`Do not ask: ${excuseName(excused_reason)}`}>
      <BellOff aria-hidden className="inline size-4 text-ink-2" />
      <span className="sr-only">Do not ask</span>
    </span>
  )

export const DisputedMark = ({ client }: { client: Pick<Client, 'disputed_at'> }) =>
  client.disputed_at && (
    <span title="Disputed">
      <ShieldAlert aria-hidden className="inline size-4 text-danger" />
      <span className="sr-only">Disputed</span>
    </span>
  )
