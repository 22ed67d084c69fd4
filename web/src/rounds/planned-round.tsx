import { type HeldReason, isOpen, type Round, type RoundPage } from '@attest/contract/rounds'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { RoundDialog } from '../lazy-dialogs.ts'
import { counted, formatDay } from '../lib/format.ts'
import { useLive } from '../lib/use-live.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { BackLink, PageHeader } from '../ui/page.tsx'
import { Fact, Panel } from '../ui/panel.tsx'
import { DAYS_OF_MONTH, inFirm, nameOfAsked } from './round-values.ts'
import { momentOf, noonOf, weekdayOf } from './round-words.ts'
import { useDeleteRound, useRounds } from './use-rounds.ts'

export function PlannedRound({ round }: { round: RoundPage }) {
  useLive()
  const { data: rounds = [] } = useRounds()
  const [open, setOpen] = useState<'edit' | 'start'>()
  const edit = () => setOpen('edit')
  return (
    <>
      <PageHeader
        title={round.name}
        badge={<StatusBadge status={round.held ? 'held' : 'planned'} />}
        text={round.held ? 'It does not start by itself.' : `${startsText(round, rounds)}.`}
        above={<BackLink to="/rounds">Rounds</BackLink>}
        actions={<Actions round={round} onEdit={edit} onStart={() => setOpen('start')} />}
      />
      <HeldNotice round={round} onEdit={edit} />
      <Panel title="Plan">
        <dl className="grid gap-x-8 gap-y-4 px-4 py-5 md:grid-cols-2 md:px-5.5">
          <Facts round={round} />
        </dl>
      </Panel>
      {open && (
        <RoundDialog
          round={round}
          startsNow={open === 'start'}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** In the firm's time zone, as it was planned: 'Mon, Feb 1, 9:00 AM' */
function startOf({ started_at }: Round) {
  const { day, hour } = inFirm(started_at)
  return momentOf(`${day}T${hour.padStart(2, '0')}:00`)
}

/** Warns if a round is open, as the planned one must wait for its close. */
export function startsText(round: Round, rounds: Round[]) {
  const open = rounds.find(isOpen)
  return `Starts ${startOf(round)}${open ? `, if the round ${open.name} is closed by then` : ''}`
}

function Facts({ round }: { round: RoundPage }) {
  const { asks, due_on, reminders, template_id, repeats, admin_email } = round
  const templateName = useTemplateName()
  const months = Math.round((asks?.leaveOutDays ?? 0) / DAYS_OF_MONTH)
  return (
    <>
      <Fact label="First letters to">
        {asks && whoOf(asks, round.held)}
        {months > 0 &&
          `, without those who answered in the last ${counted(months, 'month', 'months')}`}
      </Fact>
      <Fact label="First letters">{startOf(round)}</Fact>
      <Fact label="Letter">
        {template_id === null ? 'Each group’s own' : templateName(template_id)}
      </Fact>
      <Fact label="Reminders">
        {reminders.length === 0
          ? 'None'
          : reminders.map(({ at }) => <div key={at}>{weekdayOf(noonOf(inFirm(at).day))}</div>)}
      </Fact>
      <Fact label="Due">{formatDay(noonOf(due_on))}</Fact>
      <Fact label="Planned by">{admin_email}</Fact>
      <Fact label="Next year">{repeats ? 'Plans the same round again' : 'Ends with this one'}</Fact>
    </>
  )
}

const whoOf = (asks: NonNullable<Round['asks']>, held: Round['held']) => {
  const who = nameOfAsked(asks)
  // Nobody has seen the number of a plan that repeats last year's round.
  return asks.ids || held === 'confirm'
    ? who
    : `${who}, ${counted(asks.total, 'client', 'clients')} when you looked last`
}

export const HELD_WORDS: Record<HeldReason, string> = {
  confirm: 'It repeats last year’s round. Look at its clients and dates, then save them.',
  late: 'The server was not running at its hour, or is a restored copy. Choose another time, or start it now.',
  more: 'Many more clients match than at your last look. Look at the plan: it shows how many.',
  no_link: 'A letter has no link, so nobody could answer. Choose another, or write it again.',
  nobody: 'Nobody was left to ask at its hour. Choose other clients, or delete the plan.',
  round_open: 'Another round was open at its hour. Close that one, then choose a time.',
}

function HeldNotice({ round, onEdit }: { round: Round; onEdit: () => void }) {
  if (!round.held) return null
  return (
    <Notice
      label="Waits for you"
      icon={CircleAlert}
      fact="This round waits for you."
      text={HELD_WORDS[round.held]}
      action={
        <Button size="sm" className="max-md:w-full" onClick={onEdit}>
          Look at the Plan
        </Button>
      }
    />
  )
}

interface ActionsProps {
  round: Round
  onEdit: () => void
  onStart: () => void
}

function Actions({ round, onEdit, onStart }: ActionsProps) {
  const navigate = useNavigate()
  const remove = useDeleteRound()
  const params = { id: round.id }
  return (
    <>
      <ConfirmButton
        blocked={remove.isPending}
        question={`Delete the plan ${round.name}?`}
        text="Nothing was sent so far, and nothing will be."
        action="Delete Plan"
        onConfirm={() =>
          remove.mutate({ params }, { onSuccess: () => void navigate({ to: '/rounds' }) })
        }
      >
        Delete Plan
      </ConfirmButton>
      <Button onClick={onStart}>Start Now</Button>
      <Button variant="primary" onClick={onEdit}>
        Edit Plan
      </Button>
    </>
  )
}
