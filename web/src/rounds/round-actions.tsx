import type { RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { FileText, Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import { BulkEmailDialog } from '../lazy-dialogs.ts'
import { counted } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { awaitsLetters, toCallIn } from './round-words.ts'
import { useReport } from './use-rounds.ts'

const CloseRoundDialog = lazyPart(() => import('./close-round-dialog.tsx'))

export function RoundActions({ round }: { round: RoundPage }) {
  const [open, setOpen] = useState<'close' | 'letters' | null>(null)
  const close = () => setOpen(null)
  const lettersFirst = awaitsLetters(round)
  return (
    <>
      <ReportMenu id={round.id} />
      {!round.closed_at && (
        <>
          <Button onClick={() => setOpen('close')}>Close Round</Button>
          <CallLink
            round={round}
            variant={lettersFirst ? 'secondary' : 'primary'}
            className="max-md:order-first max-md:flex-[1_1_100%]!"
          />
          {lettersFirst && (
            <Button
              variant="primary"
              className="max-md:order-first max-md:flex-[1_1_100%]!"
              onClick={() => setOpen('letters')}
            >
              <Mail aria-hidden />
              Send Letters
            </Button>
          )}
        </>
      )}
      {open === 'close' && <CloseRoundDialog round={round} onClose={close} />}
      {open === 'letters' && <BulkEmailDialog onClose={close} />}
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
        { label: 'PDF, to read and keep', onSelect: () => report.mutate('pdf') },
        { label: 'CSV, with every client', onSelect: () => report.mutate('csv') },
      ]}
    />
  )
}

interface CallLinkProps {
  round: RoundPage
  variant?: 'primary' | 'secondary'
  className?: string
}

export function CallLink({ round, variant = 'primary', className = '' }: CallLinkProps) {
  const count = toCallIn(round)
  if (count === 0) return null
  return (
    <Link
      to="/rounds/$id/calls"
      params={{ id: String(round.id) }}
      className={buttonClass({ variant }, className)}
    >
      <Phone aria-hidden />
      Call {counted(count, 'Client', 'Clients')}
    </Link>
  )
}
