import { PersonFilter, REASON_NAMES } from '@attest/contract/outstanding'
import type { RoundPage } from '@attest/contract/rounds'
import { useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, CircleCheck, PhoneOff } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { leavePage } from '../lib/guards.ts'
import { useLive } from '../lib/use-live.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { ProgressBar } from '../ui/figures.tsx'
import { Key, useKeySwitch } from '../ui/keys.tsx'
import { BackLink, PageHeader, RoundLink } from '../ui/page.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { CallCard } from './call-card.tsx'
import { PersonSelect, usePeople } from './person-select.tsx'
import { whatReaches } from './round-words.ts'
import { type Callee, type CallResults, useCallDesk, useCallees } from './use-call-desk.ts'
import { useRound } from './use-rounds.ts'

export default function CallsPage() {
  const { id = '' } = useParams({ strict: false })
  useLive()
  return (
    <RecordPage
      name="round"
      reading={useRound(Number(id))}
      above={<BackToRound id={id} name="Round" />}
    >
      {(round) => <Calls key={round.id} round={round} />}
    </RecordPage>
  )
}

const CallsQuery = z.object({ person: z._default(PersonFilter, 'all') })

function Calls({ round }: { round: RoundPage }) {
  const [{ person }, setQuery] = useUrlQuery(CallsQuery)
  if (usePeople(round.id).isPending) return <Waiting round={round} />
  return (
    <>
      <div className="mb-3 flex justify-end empty:hidden">
        <PersonSelect
          roundId={round.id}
          value={person}
          onChange={(next) => leavePage(() => void setQuery({ person: next }))}
        />
      </div>
      <CallsOf key={person} round={round} person={person} />
    </>
  )
}

function CallsOf({ round, person }: { round: RoundPage; person: PersonFilter }) {
  const { rows, reading } = useCallees(round, person)
  if (!round.closed_at && rows && rows.length > 0) return <CallDesk round={round} rows={rows} />
  if (reading.isPending) return <Waiting round={round} />
  return (
    <>
      <CallsHeader round={round} />
      <ReadError inPanel title="Failed to fetch the clients to call" reading={reading} />
      {rows && <NobodyToCall round={round} person={person} />}
    </>
  )
}

const Waiting = ({ round }: { round: RoundPage }) => (
  <>
    <CallsHeader round={round} />
    <PanelsSkeleton label="Loading..." />
  </>
)

const CallsHeader = ({ round, actions }: { round: RoundPage; actions?: ReactNode }) => (
  <PageHeader
    title="Call clients"
    above={<BackToRound id={String(round.id)} name={round.name} />}
    actions={actions}
  />
)

const BackToRound = ({ id, name }: { id: string; name: string }) => (
  <BackLink to="/rounds/$id" params={{ id }}>
    {name}
  </BackLink>
)

const NobodyToCall = ({ round, person }: { round: RoundPage; person: PersonFilter }) => (
  <Panel>
    <EmptyState
      icon={PhoneOff}
      title={round.closed_at ? 'This round is closed' : 'Nobody to call'}
      text={
        round.closed_at
          ? 'Calls belong to an open round.'
          : person === 'all' && round.coverage.outstanding === 0
            ? 'Nobody is outstanding.'
            : `${whatReaches(round.coverage)} every client ${person === 'all' ? '' : 'of this person '}who has not answered yet.`
      }
    />
  </Panel>
)

function CallDesk({ round, rows }: { round: RoundPage; rows: Callee[] }) {
  const [keys, setKeys] = useKeySwitch()
  const desk = useCallDesk(round.id, rows, keys)
  const { place, callee, said, go, next } = desk
  return (
    <>
      <CallsHeader
        round={round}
        actions={
          <div className="flex items-center gap-4 max-md:justify-between md:gap-6">
            <Button repeats blocked={place === 0} onClick={() => go(place - 1)}>
              <ChevronLeft aria-hidden />
              Previous
              {keys && <Key name="P" />}
            </Button>
            <span className="whitespace-nowrap">
              <b className="font-semibold">{Math.min(place + 1, rows.length)}</b> of {rows.length}
            </span>
            <Button repeats blocked={place >= rows.length - 1} onClick={() => go(place + 1)}>
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
        <CallsDone round={round} rows={rows} desk={desk} onCall={(to) => go(to, true)} />
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
          onCheckedChange={setKeys}
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

interface CallsDoneProps {
  round: RoundPage
  rows: Callee[]
  desk: ReturnType<typeof useCallDesk>
  onCall: (place: number) => void
}

/** A constant, as a new function would take the focus at each render. */
const focus = (box: HTMLElement | null) => box?.focus()

function CallsDone({ round, rows, desk: { results, left }, onCall }: CallsDoneProps) {
  const back = (
    <RoundLink
      id={round.id}
      className={buttonClass({ variant: left.length > 0 ? 'secondary' : 'primary' })}
    >
      Back to {round.name}
    </RoundLink>
  )
  return (
    <Panel>
      <div ref={focus} tabIndex={-1} className="outline-none">
        <EmptyState
          icon={CircleCheck}
          title={`${formatNumber(results.size)} of ${counted(rows.length, 'client', 'clients')} called`}
          text={summary(results)}
          action={
            <div className="flex flex-wrap justify-center gap-2.5">
              {left.length > 0 && (
                <Button variant="primary" onClick={() => onCall(rows.indexOf(left[0]!))}>
                  Call {counted(left.length, 'Skipped Client', 'Skipped Clients')}
                </Button>
              )}
              {back}
            </div>
          }
        />
      </div>
    </Panel>
  )
}

/** '7 answers, 3 messages left, 2 will answer, 5 did not pick up.' */
function summary(results: CallResults) {
  const count = (result: string) => [...results.values()].filter((each) => each === result).length
  const parts = [
    [count('answered'), counted(count('answered'), 'answer', 'answers')],
    [count('left_message'), counted(count('left_message'), 'message left', 'messages left')],
    [count('will_answer'), `${count('will_answer')} will answer`],
    [count('no_answer'), `${count('no_answer')} did not pick up`],
  ] as const
  const shown = parts.filter(([n]) => n > 0).map(([, words]) => words)
  return shown.length > 0 ? `This time: ${shown.join(', ')}.` : undefined
}
