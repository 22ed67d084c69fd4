import type { Client } from '@attest/contract/clients'
import { ShieldAlert } from 'lucide-react'

/** Beside a status, where there is no room for words. */
export const DisputedMark = ({ client }: { client: Pick<Client, 'disputed_at'> }) =>
  client.disputed_at && (
    <span title="Disputed">
      <ShieldAlert aria-hidden className="inline size-4 text-danger" />
      <span className="sr-only">Disputed</span>
    </span>
  )
