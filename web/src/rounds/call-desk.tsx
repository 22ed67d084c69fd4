import type { RoundPage } from '@attest/contract/rounds'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { CallCard } from './call-card.tsx'
import { CallsDone } from './calls-done.tsx'
import { Key } from './key.tsx'
import { REASON_NAMES } from './round-words.ts'
import { useCallDesk } from './use-call-desk.ts'
import { useKeySwitch } from './use-call-keys.ts'
import type { Callee } from './use-calling.ts'

export function CallDesk({ round, rows }: { round: RoundPage; rows: Callee[] }) {
  const [keys, setKeys] = useKeySwitch()
  const desk = useCallDesk(round.id, rows, keys)
  const { place, callee, said, go } = desk
  const next = rows[place + 1]
  return (
    <>
      <PageHeader
        title="Call clients"
        above={
          <BackLink to="/rounds/$id" params={{ id: String(round.id) }}>
            {round.name}
          </BackLink>
        }
        actions={
          <div className="flex items-center gap-4 max-md:justify-between md:gap-6">
            <Button blocked={place === 0} onClick={() => go(place - 1)}>
              <ChevronLeft aria-hidden />
              Previous
              {keys && <Key name="P" />}
            </Button>
            <span className="whitespace-nowrap">
              <b className="font-semibold">{Math.min(place + 1, rows.length)}</b> of {rows.length}
            </span>
            <Button blocked={place >= rows.length - 1} onClick={() => go(place + 1)}>
              Next
              {keys && <Key name="N" />}
              <ChevronRight aria-hidden />
            </Button>
          </div>
        }
      />
      <div className="mb-5">
        <ProgressBar value={(100 * desk.results.size) / rows.length} label="Clients called" />
      </div>
      {callee ? (
        <CallCard key={callee.client_id} callee={callee} desk={desk} keys={keys} />
      ) : (
        <CallsDone round={round} rows={rows} results={desk.results} onCall={(to) => go(to, true)} />
      )}
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-ink-2">
        <p role="status" className="min-h-[1lh] flex-1 basis-60">
          {said}
        </p>
        {next && (
          <p>
            Next: <b className="font-semibold text-ink">{next.name}</b>,{' '}
            {REASON_NAMES[next.reason].toLowerCase()}
          </p>
        )}
      </div>
      <div className="mt-4 max-md:hidden">
        <Checkbox
          label="Keys P, N, R, 1, 2 and 3 work on this screen"
          checked={keys}
          onChange={(event) => setKeys(event.target.checked)}
        />
      </div>
      {desk.recording && callee && (
        <RecordAnswerDialog
          id={callee.client_id}
          note={desk.note}
          onRecorded={desk.answered}
          onClose={() => desk.setRecording(false)}
        />
      )}
      {desk.guard.dialog}
    </>
  )
}
