import type { ClientQuery } from '@attest/contract/clients'
import { Checkbox } from '../ui/checkbox.tsx'
import { headCellClass, SortableHead } from '../ui/table.tsx'
import type { ChangeQuery } from './client-filters.tsx'

const COLUMNS = [
  ['First Name', 'first_name'],
  ['Last Name', 'last_name'],
  ['Client Number', 'client_number'],
  ['Email', 'email'],
  ['Status', 'status'],
  ['Last Updated', 'last_updated'],
] as const

export const COLUMN_COUNT = COLUMNS.length + 3

/** Columns hidden in a narrow table. */
export const WIDE_ONLY = 'max-[75rem]:hidden'

/**
 * Fixed, so that no page of names moves the columns; the names and the e-mail share what is left. `highest`: the
 * largest number on the page.
 */
export const ClientColumns = ({ highest }: { highest: number }) => (
  <colgroup>
    <col className="w-12" />
    <col
      className={WIDE_ONLY}
      style={{ width: `calc(${Math.max(3, String(highest).length)}ch + 1.125rem)` }}
    />
    <col className="w-[14.5%] min-[75rem]:w-[10.5%]" />
    <col className="w-[15.5%] min-[75rem]:w-[10.5%]" />
    <col className="w-28" />
    <col />
    <col className="w-31" />
    <col className={`w-29 ${WIDE_ONLY}`} />
    <col className="w-25" />
  </colgroup>
)

interface HeadProps {
  chosen: number
  of: number
  sort: string
  onAll: (on: boolean) => void
  onQuery: ChangeQuery
}

/** On a phone only the select-all box remains. */
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
        {COLUMNS.map(([label, field]) => (
          <SortableHead
            key={field}
            label={label}
            field={field}
            sort={sort}
            onSort={sortBy}
            className={field === 'last_updated' ? WIDE_ONLY : 'max-md:hidden'}
          />
        ))}
        <th scope="col" className={`${headCellClass} md:pr-5.5 max-md:hidden`}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  )
}
