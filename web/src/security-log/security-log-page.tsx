import { SECURITY_EVENTS } from '@attest/contract/security-log'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LogTable } from './log-table.tsx'
import { LogQuery } from './use-security-log.ts'

export function SecurityLogPage() {
  const [query, setQuery] = useUrlQuery(LogQuery)
  return (
    <>
      <PageHeader
        title="Security Log"
        text="Sign-ins, exports and deletions. Entries are only added: nobody can change or delete one."
      />
      <Sheet>
        <search className="flex flex-wrap gap-2.5 border-b border-line px-4 py-3.5 md:px-5.5">
          <SearchBox
            placeholder="Search by who, detail or address"
            value={query.search}
            onChange={(search) => setQuery({ search, page: 1 }, { replace: true })}
          />
          <Select
            aria-label="Event"
            className="w-64 max-md:w-full"
            value={query.event}
            onChange={(event) => setQuery({ event: event.target.value, page: 1 })}
          >
            <option value="">All Events</option>
            {Object.entries(SECURITY_EVENTS).map(([event, name]) => (
              <option key={event} value={event}>
                {name}
              </option>
            ))}
          </Select>
        </search>
        <LogTable query={query} onQuery={setQuery} />
      </Sheet>
    </>
  )
}
