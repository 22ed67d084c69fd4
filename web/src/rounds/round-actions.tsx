import type { Round } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { FileText, Phone } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { counted, unreachableIn } from './round-words.ts'
import { useReport } from './use-rounds.ts'

const CloseRoundDialog = lazyPart(
  async () => (await import('./close-round-dialog.tsx')).CloseRoundDialog,
)

export function RoundActions({ round }: { round: Round }) {
  const [closing, setClosing] = useState(false)
  return (
    <>
      <ReportMenu id={round.id} />
      {!round.closed_at && (
        <>
          <Button onClick={() => setClosing(true)}>Close Round</Button>
          <CallLink round={round} className="max-md:order-first max-md:flex-[1_1_100%]!" />
        </>
      )}
      {closing && <CloseRoundDialog round={round} onClose={() => setClosing(false)} />}
    </>
  )
}

function ReportMenu({ id }: { id: number }) {
  const report = useReport(id)
  return (
    <Menu
      trigger={
        <Button blocked={report.isPending}>
          <FileText aria-hidden />
          {report.isPending ? 'Saving...' : 'Report'}
        </Button>
      }
      items={[
        { label: 'PDF, to read and sign', onSelect: () => report.mutate('pdf') },
        { label: 'CSV, with every client', onSelect: () => report.mutate('csv') },
      ]}
    />
  )
}

/** Leads to the clients that email cannot reach; nothing without them. */
export function CallLink({ round, className = '' }: { round: Round; className?: string }) {
  const count = unreachableIn(round.coverage)
  if (count === 0) return null
  return (
    <Link
      to="/admin/rounds/$id/calls"
      params={{ id: String(round.id) }}
      className={buttonClass({ variant: 'primary' }, className)}
    >
      <Phone aria-hidden />
      Call {counted(count, 'Client', 'Clients')}
    </Link>
  )
}
