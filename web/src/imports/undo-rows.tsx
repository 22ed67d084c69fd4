import type { UndoRow } from '@attest/contract/import-undo'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PagedList } from '../ui/paged-list.tsx'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import { changeOf, UNDO_REASONS } from './undo-words.ts'
import { type UndoQuery, useUndoPlan } from './use-import-record.ts'

interface UndoRowsProps {
  importId: string
  kind: UndoQuery['kind']
}

export const FIRST_PAGE = { page: 1, limit: 10 }

export function UndoRows({ importId, kind }: UndoRowsProps) {
  const [paging, setPaging] = useState(FIRST_PAGE)
  const reading = useUndoPlan(importId, { kind, ...paging })
  const kept = kind === 'kept'
  const columns = [
    { name: 'Client', width: 'w-56' },
    { name: kept ? 'Imported' : 'Undo' },
    ...(kept ? [{ name: 'Why it stays', width: 'w-64' }] : []),
  ]
  return (
    <PagedList
      reading={reading}
      query={paging}
      onQuery={(changes) => setPaging({ ...paging, ...changes })}
      pages="Pages of the undo"
      failure="Failed to fetch what would be undone"
      empty={
        <p className="px-5.5 py-6 text-center text-ink-2">
          {kept ? 'Everything is undone.' : 'Nothing is left to undo.'}
        </p>
      }
    >
      {(data, stale) => (
        <ListTable columns={columns} rows={5} stale={stale}>
          {data?.rows.map((row) => (
            <Row key={`${row.client_id} ${row.field}`} row={row} />
          ))}
        </ListTable>
      )}
    </PagedList>
  )
}

const Row = ({ row }: { row: UndoRow }) => (
  <tr className="group max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
    <td className={`${cell} wrap-anywhere md:pl-5.5`}>
      <Link to="/user-management/$userId" params={{ userId: String(row.client_id) }}>
        {row.name ?? 'Deleted client'}
      </Link>
      {row.client_number && (
        <span className="block text-sm text-ink-3">Client {row.client_number}</span>
      )}
    </td>
    <td className={`${cell} wrap-anywhere`}>{changeOf(row)}</td>
    {row.reason && (
      <td className={`${cell} wrap-anywhere text-ink-2 md:pr-5.5`}>{UNDO_REASONS[row.reason]}</td>
    )}
  </tr>
)
