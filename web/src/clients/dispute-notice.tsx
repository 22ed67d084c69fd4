import type { Client } from '@attest/contract/clients'
import type { Dispute } from '@attest/contract/disputes'
import { ShieldAlert } from 'lucide-react'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { PlainTable } from '../ui/table.tsx'
import { fieldLabel } from './field-text.ts'
import { useDispute, useEndDispute } from './use-clients.ts'

/** Shows the disputed changes and lets the office decide. */
export function DisputeNotice({ client }: { client: Client }) {
  const reading = useDispute(client)
  const end = useEndDispute()
  const finish = (restore: boolean) => end.mutate({ params: { id: client.id }, body: { restore } })
  const { data, isPending } = reading
  return (
    <section
      aria-label="Disputed"
      className="mb-5 rounded-md border border-danger bg-panel px-4 py-4 md:px-5.5"
    >
      <div className="mb-3.5 flex items-start gap-3">
        <ShieldAlert aria-hidden className="mt-0.75 size-4.5 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-semibold text-danger">
            The client says about the last change: “This was not me.”
          </p>
          <p className="text-md text-ink-2">
            Reported {formatDay(client.disputed_at)}. Until you decide, no email goes to this
            client. Call a phone number from before the change.
          </p>
        </div>
      </div>
      {isPending && <SkeletonLines count={3} className="h-36" />}
      <ReadError title="The disputed answer could not be read" reading={reading} />
      {data && <BothStates dispute={data} />}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button variant="primary" blocked={end.isPending} onClick={() => finish(true)}>
          Restore the Earlier Details
        </Button>
        <Button blocked={end.isPending} onClick={() => finish(false)}>
          Keep the New Details
        </Button>
      </div>
    </section>
  )
}

const BothStates = ({ dispute: { fields, answered_at } }: { dispute: Dispute }) => (
  <>
    <PlainTable head={['Field', 'Before', 'As Answered']}>
      {fields.map(({ field, before, answered, isCurrent }) => (
        <tr key={field}>
          <td className="w-1/4">{fieldLabel(field)}</td>
          <td className="w-3/8 whitespace-pre-wrap wrap-anywhere">{before || 'None'}</td>
          <td className="whitespace-pre-wrap wrap-anywhere">
            {answered || 'None'}
            {!isCurrent && <span className="block text-sm text-ink-3">Changed since then</span>}
          </td>
        </tr>
      ))}
    </PlainTable>
    <p className="mt-2 text-sm text-ink-3">
      Answered by link on {formatDateTime(answered_at)}. Fields that were changed since then stay.
    </p>
  </>
)
