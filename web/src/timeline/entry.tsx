import type { TimelineEntry } from '@attest/contract/timeline'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { changedRows, type Values } from '../history/change-table.tsx'
import { formatDay, formatExactTime, formatTime } from '../lib/format.ts'
import type { useOwnTexts } from '../lib/use-own-columns.ts'
import { RoundLink } from '../ui/page.tsx'
import { tell } from './tell.tsx'

interface EntryProps {
  entry: TimelineEntry
  clientId: number
  templates: Record<string, string>
  ref?: Ref<HTMLLIElement> | undefined
  own: ReturnType<typeof useOwnTexts>
}

export interface Told {
  icon: LucideIcon
  tone?: string
  what: string
  more?: ReactNode
  /** Replaces the entry's author; null shows none. */
  by?: string | null
  text?: ReactNode
  changed?: { old: Values; new: Values }
}

export function Entry({ entry, clientId, templates, own, ref }: EntryProps) {
  const { icon: Icon, tone = 'bg-panel text-ink-2', by = entry.by, ...told } = tell(entry, clientId)
  const round = 'round' in entry && entry.round
  const exact = formatExactTime(entry.at)
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 outline-none md:grid-cols-[5rem_2rem_minmax(0,1fr)]"
    >
      <span
        aria-hidden
        className="row-span-2 flex flex-col items-center md:col-start-2 md:row-span-1 md:row-start-1"
      >
        <span
          className={`grid size-7.5 shrink-0 place-items-center rounded-full border border-line-strong ${tone}`}
        >
          <Icon className="size-4" strokeWidth={1.75} />
        </span>
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pt-0.75 md:col-start-3 md:row-start-1 md:pb-6 md:group-last:pb-0">
        <p className="wrap-anywhere">
          <b className="font-semibold">{told.what}</b>
          {told.more}
          {round && (
            <>
              {', '}
              <RoundLink id={round.id}>{round.name}</RoundLink>
            </>
          )}
          {by && ` by ${by}`}
        </p>
        {told.text && <div className="text-ink-2 wrap-anywhere">{told.text}</div>}
        {told.changed && <Changed {...told.changed} templates={templates} own={own} />}
      </div>
      <time
        dateTime={entry.at}
        title={exact}
        className="text-sm text-ink-3 max-md:col-start-2 max-md:pb-5 md:col-start-1 md:row-start-1 md:pt-1 md:text-right"
      >
        <span aria-hidden>
          {formatDay(entry.at)}
          <span className="md:hidden">, </span>
          <span className="md:block">{formatTime(entry.at)}</span>
        </span>
        <span className="sr-only">{exact}</span>
      </time>
    </li>
  )
}

type ChangedProps = NonNullable<Told['changed']> & Pick<EntryProps, 'templates' | 'own'>

function Changed({ old, new: now, templates, own }: ChangedProps) {
  const rows = changedRows(old, now, (id) => templates[id] ?? id, own)
  if (rows.length === 0) return null
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1.5 rounded-md border border-line px-3.5 py-2.5 md:grid-cols-[7rem_minmax(0,1fr)]">
      {rows.map(({ label, before, after }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere max-md:-mt-1.5">
            {before && <s className="block text-ink-3">{before}</s>}
            <b className="block font-semibold">{after || <i className="font-normal">Removed</i>}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
