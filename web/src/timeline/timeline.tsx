import type { TimelineFilter } from '@attest/contract/timeline'
import { History } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { useLive } from '../lib/use-live.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { IsDeletedClient } from './arrival.tsx'
import { Entry } from './entry.tsx'
import { NoteForm } from './note.tsx'
import { useTimeline } from './use-timeline.ts'

const KINDS: Record<TimelineFilter, string> = {
  all: 'Everything',
  answers: 'Answers',
  emails: 'Emails and letters',
  calls: 'Calls',
  notes: 'Notes, files',
  edits: 'Edits, imports',
}

interface TimelineProps {
  clientId: number
  deleted?: boolean
}

export function Timeline({ clientId, deleted = false }: TimelineProps) {
  const [kind, setKind] = useState<TimelineFilter>('all')
  useLive()
  return (
    <section aria-label="Timeline">
      <Panel>
        <div className="border-b border-line px-4 py-4 md:px-5.5">
          {!deleted && <NoteForm clientId={clientId} />}
          <Kinds clientId={clientId} kind={kind} onKind={setKind} />
        </div>
        <ol data-focus-box aria-label={KINDS[kind]} className="px-4 py-5 md:px-5.5">
          <IsDeletedClient value={deleted}>
            <Entries key={kind} clientId={clientId} kind={kind} before="" />
          </IsDeletedClient>
        </ol>
      </Panel>
    </section>
  )
}

interface KindsProps {
  clientId: number
  kind: TimelineFilter
  onKind: (kind: TimelineFilter) => void
}

/** The filter's buttons, with counts if one page holds the whole story. */
function Kinds({ clientId, kind, onKind }: KindsProps) {
  const name = useId()
  const { data } = useTimeline(clientId, 'all', '')
  const counted = data?.before === null ? data.entries : undefined
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1.75 overflow-x-auto px-4 py-0.5 md:mx-0 md:flex-wrap md:px-0">
      <legend className="sr-only">Show</legend>
      {Object.entries(KINDS).map(([value, label]) => (
        <label
          key={value}
          htmlFor={`${name}-${value}`}
          className="relative flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong px-2.75 text-md font-semibold whitespace-nowrap text-ink-2 hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            id={`${name}-${value}`}
            type="radio"
            name={name}
            className="sr-only"
            checked={value === kind}
            onChange={() => onKind(value as TimelineFilter)}
          />
          {label}
          {counted && (
            <span className="font-normal">
              {formatNumber(counted.filter(({ of }) => value === 'all' || of === value).length)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

interface EntriesProps {
  clientId: number
  kind: TimelineFilter
  before: string
}

function Entries({ clientId, kind, before }: EntriesProps) {
  const own = useOwnTexts()
  const reading = useTimeline(clientId, kind, before)
  const [more, setMore] = useState(false)
  const { data, error } = reading
  const first = useFocusOnArrival(before !== '' && data !== undefined)
  if (!data)
    return (
      <li>
        {!error && <SkeletonLines announced count={6} className="h-60" />}
        <ReadError title="Failed to fetch the timeline" reading={reading} />
      </li>
    )
  return (
    <>
      {data.entries.length === 0 && before === '' && (
        <li>
          <EmptyState
            icon={History}
            title={kind === 'all' ? 'Nothing yet' : 'Nothing of this kind'}
            text="Emails, answers, calls, notes and changes appear here."
          />
        </li>
      )}
      {data.entries.map((entry, n) => (
        <Entry
          key={`${entry.type} ${entry.id}`}
          entry={entry}
          clientId={clientId}
          templates={data.templates}
          own={own}
          ref={n === 0 ? first : undefined}
        />
      ))}
      {data.before !== null &&
        (more ? (
          <Entries clientId={clientId} kind={kind} before={data.before} />
        ) : (
          <li className="text-center">
            <Button onClick={() => setMore(true)}>Show More</Button>
          </li>
        ))}
    </>
  )
}

/** Focuses the page's first entry, as the button that loaded it has gone. */
function useFocusOnArrival(here: boolean) {
  const first = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (here) first.current?.focus()
  }, [here])
  return first
}
