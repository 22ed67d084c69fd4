import type { OutstandingFilter } from '@attest/contract/outstanding'
import type { Reminder, RoundPage as Round } from '@attest/contract/rounds'
import { reminderIdOf } from '@attest/contract/templates'
import { Link, useParams } from '@tanstack/react-router'
import { Check, Clock, type LucideIcon, Minus, SkipForward } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { RoundDialog } from '../lazy-dialogs.ts'
import { counted } from '../lib/format.ts'
import { useLive } from '../lib/use-live.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { BackLink, MailingLink, PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { OutstandingList } from './outstanding-list.tsx'
import { PlannedRound } from './planned-round.tsx'
import { ReminderButtons, RoundActions } from './round-actions.tsx'
import { RoundChart } from './round-chart.tsx'
import { momentOf, roundDates, unreachableIn, weekdayOf } from './round-words.ts'
import { OutstandingQuery, useRound } from './use-rounds.ts'

export default function RoundPage() {
  const { id } = useParams({ strict: false })
  return (
    <RecordPage name="round" reading={useRound(Number(id))} above={<BackToRounds />}>
      {(round) =>
        round.planned ? (
          <PlannedRound key={round.id} round={round} />
        ) : (
          <RoundScreen key={round.id} round={round} />
        )
      }
    </RecordPage>
  )
}

const BackToRounds = () => <BackLink to="/rounds">Rounds</BackLink>

function RoundScreen({ round }: { round: Round }) {
  useLive()
  const [query, setQuery] = useUrlQuery(OutstandingQuery)
  const list = useRef<HTMLDivElement>(null)
  const showReason = (reason: OutstandingFilter) => {
    void setQuery({ reason, page: 1 })
    list.current?.scrollIntoView({ block: 'start' })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <PageHeader
        title={round.name}
        badge={<StatusBadge status={round.closed_at ? 'closed' : 'open'} />}
        text={roundDates(round)}
        above={<BackToRounds />}
        actions={<RoundActions round={round} />}
      />
      <CoveragePanel round={round} onReason={showReason} />
      <div className="mb-5 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <RoundChart round={round} />
        <div className="max-lg:order-first">
          <ReminderPanel round={round} />
        </div>
      </div>
      <div ref={list} tabIndex={-1} className="scroll-mt-20 outline-none">
        <OutstandingList round={round} query={query} onQuery={setQuery} />
      </div>
    </>
  )
}

function ReminderPanel({ round }: { round: Round }) {
  const { closed_at } = round
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title={closed_at ? 'Reminders' : 'Next reminder'}
      className="h-full"
      end={
        !closed_at && (
          <Button size="sm" variant="link" className="-mr-2.75" onClick={() => setEditing(true)}>
            Edit Plan
          </Button>
        )
      }
    >
      <div className="grid gap-4.5 px-4 py-5 md:px-5.5">
        {!closed_at && <NextReminder round={round} />}
        <ReminderList round={round} />
        {!closed_at && <ReminderButtons round={round} />}
      </div>
      {editing && <RoundDialog round={round} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function NextReminder({ round }: { round: Round }) {
  const { nextReminder, paused, reminders } = round
  if (!nextReminder) {
    const done = reminders.length > 0
    return (
      <Headline title={done ? 'No more reminders' : 'No reminders'}>
        {done
          ? 'All planned reminders are over. Edit the plan to add one.'
          : 'The plan has no reminders. Edit the plan to add some.'}
      </Headline>
    )
  }
  return (
    <>
      <Headline title={paused ? 'Paused' : momentOf(nextReminder.at)}>
        {whatComes(nextReminder, paused)}
      </Headline>
      <LeftOut round={round} next={nextReminder} />
    </>
  )
}

type Next = NonNullable<Round['nextReminder']>

function whatComes({ at, recipients }: Next, paused: boolean) {
  if (paused) return 'No reminder goes out until you press Resume Reminders.'
  if (recipients === 0) return 'At the moment, nobody would get it.'
  // The server may take a minute to send a due reminder.
  if (Date.parse(at) < Date.now() - 2 * 60_000)
    return `Due now. It goes to ${counted(recipients, 'client', 'clients')} once the earlier emails have been sent.`
  return `It goes out by itself, to ${counted(recipients, 'client', 'clients')}.`
}

const Headline = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <p className="font-serif text-2xl font-semibold">{title}</p>
    <p className="mt-1 text-ink-2">{children}</p>
  </div>
)

function LeftOut({ round, next }: { round: Round; next: Next }) {
  const { recipients, tooRecent } = next
  const templateName = useTemplateName()
  const unreachable = unreachableIn(round.coverage)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4.5 gap-y-1.75 [&_dt]:text-ink-3">
      <dt>To</dt>
      <dd>
        <Link
          to="/user-management"
          search={{ round: 'remindable', emailed: tooRecent > 0 ? 'not_day' : 'all' }}
        >
          {counted(recipients, 'client', 'clients')}
        </Link>{' '}
        without an answer
      </dd>
      {(tooRecent > 0 || unreachable > 0) && <dt>Not to</dt>}
      {tooRecent > 0 && (
        <dd className="col-start-2">
          {counted(tooRecent, 'client', 'clients')} emailed in the last 24 hours
        </dd>
      )}
      {unreachable > 0 && (
        <dd className="col-start-2">
          {counted(unreachable, 'client', 'clients')} that email cannot reach
        </dd>
      )}
      <dt>Letter</dt>
      <dd>
        {round.template_id === null ? (
          <Link to="/email-templates">Each group’s own</Link>
        ) : (
          <Link to="/email-templates/edit/$id" params={{ id: reminderIdOf(round.template_id) }}>
            {templateName(round.template_id)}
          </Link>
        )}
      </dd>
    </dl>
  )
}

const OUTCOMES: Record<Reminder['outcome'], { name: string; icon: LucideIcon }> = {
  planned: { name: 'Planned', icon: Clock },
  sent: { name: 'Sent', icon: Check },
  nobody: { name: 'Nobody to Remind', icon: Minus },
  skipped: { name: 'Skipped', icon: SkipForward },
  missed: { name: 'Missed', icon: Minus },
}

function ReminderList({ round }: { round: Round }) {
  const { reminders, closed_at, mailings } = round
  const shown = closed_at ? reminders.filter(({ outcome }) => outcome !== 'planned') : reminders
  if (shown.length === 0) return closed_at ? <p className="text-ink-2">None went out.</p> : null
  return (
    <ol aria-label="Reminders" className="border-t border-line first:border-t-0">
      {shown.map((reminder) => {
        const mailing = mailings.find(({ id }) => id === reminder.mailingId)
        const at = mailing?.created_at ?? reminder.at
        return <Item key={`${reminder.day} ${reminder.at}`} reminder={{ ...reminder, at }} />
      })}
    </ol>
  )
}

function Item({ reminder: { number, at, outcome, mailingId } }: { reminder: Reminder }) {
  const { name, icon: Icon } = OUTCOMES[outcome]
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        Reminder {number} <span className="text-sm text-ink-3">{weekdayOf(at)}</span>
      </span>
      <span className="flex items-center gap-1.5 text-md font-semibold text-ink-2">
        <Icon aria-hidden className="size-4" />
        {mailingId === null ? name : <MailingLink id={mailingId}>{name}</MailingLink>}
      </span>
    </li>
  )
}
