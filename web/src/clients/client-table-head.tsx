import type { ClientQuery } from '@attest/contract/clients'
import type { CSSProperties } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { headCellClass, SortableHead } from '../ui/table.tsx'
import type { ChangeQuery } from './client-filters.tsx'
import type { ListedClient } from './use-clients.ts'

/** Columns hidden in a narrow table. */
export const WIDE_ONLY = 'max-[75rem]:hidden'

export const HUGE_ONLY = 'max-[100rem]:hidden'

const NARROW = 'max-md:hidden'

const COLUMNS = [
  ['First Name', 'first_name', NARROW],
  ['Last Name', 'last_name', NARROW],
  ['Client Number', 'client_number', NARROW],
  ['Email', 'email', NARROW],
  ['Phone', null, HUGE_ONLY],
  ['Address', null, HUGE_ONLY],
  ['Status', 'status', NARROW],
  ['Last Updated', 'last_updated', WIDE_ONLY],
] as const

export const COLUMN_COUNT = COLUMNS.length + 3

/** Room for the longest text of the page, within reason. */
function roomFor(
  clients: ListedClient[],
  field: 'first_name' | 'last_name' | 'email',
  most: number,
) {
  const longest = Math.max(0, ...clients.map((client) => client[field].length))
  // Names are bold.
  const each = field === 'email' ? 1.05 : 1.15
  return {
    '--room': `max(5.5rem, calc(${Math.min(longest, most) * each}ch + 1rem))`,
  } as CSSProperties
}

/** At 1280 px fourteen letters, so that one long name leaves room for the emails of the page. */
const nameClass = 'w-[13%] min-[75rem]:w-[min(var(--room),max(8.125rem,8vw))]'

interface ColumnsProps {
  clients: ListedClient[] | undefined
  highest: number
}

/** The e-mail gets what is left, on a large screen the address. */
export const ClientColumns = ({ clients = [], highest }: ColumnsProps) => (
  <colgroup>
    <col className="w-12" />
    <col
      className={WIDE_ONLY}
      style={{ width: `max(2.25rem, calc(${String(highest).length}ch + 1.125rem))` }}
    />
    <col className={nameClass} style={roomFor(clients, 'first_name', 20)} />
    <col className={nameClass} style={roomFor(clients, 'last_name', 20)} />
    <col className="w-25" />
    <col className="min-[100rem]:w-(--room)" style={roomFor(clients, 'email', 34)} />
    <col className={`w-36 ${HUGE_ONLY}`} />
    <col className={HUGE_ONLY} />
    <col className="w-31" />
    <col className={`w-23.5 ${WIDE_ONLY}`} />
    <col className="w-24.5" />
  </colgroup>
)

interface HeadProps {
  chosen: number
  of: number
  sort: string
  onAll: (on: boolean) => void
  onQuery: ChangeQuery
}

export function ClientTableHead({ chosen, of, sort, onAll, onQuery }: HeadProps) {
  const sortBy = (field: string) => onQuery({ sort: field as ClientQuery['sort'], page: 1 })
  return (
    <thead className="max-md:block">
      <tr className="max-md:flex max-md:items-center max-md:border-b max-md:border-line max-md:bg-sunk max-md:px-4">
        <th
          scope="col"
          className={`${headCellClass} md:pl-5.5 max-md:flex max-md:items-center max-md:border-0 max-md:px-0`}
        >
          <Checkbox
            id="select-all"
            aria-label="Select all"
            // Not disabled: it would lose the focus while a page loads.
            aria-disabled={of === 0}
            checked={of > 0 && chosen === of}
            mixed={chosen > 0 && chosen < of}
            onChange={(event) => onAll(event.target.checked)}
          />
          <label htmlFor="select-all" className="pl-3 md:hidden">
            Select all
          </label>
        </th>
        <th scope="col" className={`${headCellClass} ${WIDE_ONLY}`}>
          No.
        </th>
        {COLUMNS.map(([label, field, className]) =>
          field ? (
            <SortableHead
              key={label}
              label={label}
              field={field}
              sort={sort}
              onSort={sortBy}
              className={className}
            />
          ) : (
            <th key={label} scope="col" className={`${headCellClass} ${className}`}>
              {label}
            </th>
          ),
        )}
        <th scope="col" className={`${headCellClass} md:pr-5.5 max-md:hidden`}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  )
}
