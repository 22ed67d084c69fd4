import type { Query } from '@attest/contract/endpoint'
import * as log from '@attest/contract/security-log'
import { CircleAlert, ScrollText } from 'lucide-react'
import { firm, type Provider } from '../lib/firm.ts'
import { formatDateTime } from '../lib/format.ts'
import { usePage } from '../lib/use-read.ts'
import { useUrlList } from '../lib/use-url-query.ts'
import type { Column } from '../ui/column.tsx'
import { Select } from '../ui/field.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { ClientLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'

/** Shows the detail below the event and the device below the address. */
const COLUMNS: Column<log.SecurityEntry>[] = [
  {
    name: 'Time',
    cell: ({ at }) => formatDateTime(at),
    place: 'line',
    width: 'w-44',
    cellClass: 'whitespace-nowrap text-ink-3 max-md:order-last max-md:text-sm',
  },
  { name: 'Event', cell: eventOf, place: 'line', width: 'w-[23%]' },
  { name: 'Person', cell: ({ email }) => email ?? '—', place: 'line', cellClass: 'max-md:text-md' },
  {
    name: 'Address',
    cell: ({ address, device }) => (
      <>
        {address}
        <span className="text-sm text-ink-3 md:block">
          <span className="md:hidden"> · </span>
          {device}
        </span>
      </>
    ),
    place: 'line',
    width: 'w-[27%]',
    cellClass: 'text-ink-2 max-md:text-sm',
  },
]

const useSecurityLog = (query: Query<typeof log.listSecurityLog>) =>
  usePage(log.listSecurityLog, { query })

export default function SecurityLogPage() {
  const list = useUrlList(log.listSecurityLog.query, useSecurityLog)
  const { query, onQuery } = list
  return (
    <>
      <PageHeader
        title="Security Log"
        text="Sign-ins, exports and deletions. Entries are only added: nobody can change or delete one."
      />
      <Panel>
        <FilterBar placeholder="Search by person, detail or address" {...list}>
          <Select
            aria-label="Event"
            className="w-64 max-md:w-full"
            value={query.event}
            options={[['', 'All Events'], ...Object.entries(log.SECURITY_EVENTS)]}
            onValueChange={(event) => onQuery({ event, page: 1 })}
          />
        </FilterBar>
        <PagedTable
          {...list}
          failure="Failed to fetch the log"
          empty={
            <EmptyState
              icon={ScrollText}
              title="No entries found"
              text={
                query.search || query.event
                  ? 'No log entry matches. Try adjusting your search or filter.'
                  : 'Nothing has been logged yet.'
              }
            />
          }
          rowsOf={({ entries }) => entries}
          columns={COLUMNS}
          rowKey={({ id }) => id}
        />
      </Panel>
    </>
  )
}

const ALARMING: readonly log.SecurityEvent[] = [
  'sign-in-failed',
  'sign-in-refused',
  'tries-refused',
  'confirmation-failed',
  'second-step-failed',
  'stolen-token',
]

function eventOf(entry: log.SecurityEntry) {
  const { event } = entry
  const detail = detailWords(entry, firm.providers)
  const alarming = ALARMING.includes(event)
  return (
    <>
      <span
        className={`inline-flex items-center gap-1.5 font-semibold ${alarming ? 'text-danger' : ''}`}
      >
        {alarming && <CircleAlert aria-hidden className="size-4 shrink-0" />}
        {log.SECURITY_EVENTS[event]}
      </span>
      {detail && (
        <span className="block text-sm text-ink-3">
          <bdi>{event.startsWith('client-') ? withLinks(detail) : detail}</bdi>
        </span>
      )}
    </>
  )
}

/** Links clients' ids, also those of deleted clients: their history keeps its address. */
const withLinks = (detail: string) =>
  detail.split(/\(id (\d+)\)/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <ClientLink key={part} id={part} className="whitespace-nowrap">
        (id {part})
      </ClientLink>
    ),
  )

/** The detail of an entry in words; null if it adds nothing to the event. */
export function detailWords(
  { event, detail }: Pick<log.SecurityEntry, 'event' | 'detail'>,
  providers: Provider[],
): string | null {
  if (!detail || event === 'recovery-code-used') return null
  const labelOf = (name: string) =>
    providers.find((provider) => provider.name === name)?.label ?? name
  if (event === 'identity-linked' || event === 'identity-unlinked') return labelOf(detail)
  if (event === 'sessions-ended') return detail === '1' ? '1 session' : `${detail} sessions`
  if (!log.SIGN_IN_EVENTS.includes(event)) return detail
  const [way = '', provider] = detail.split(' ')
  const words = (log.SIGN_IN_WAYS as Record<string, string>)[way] ?? detail
  return provider ? `${words} with ${labelOf(provider)}` : words
}
