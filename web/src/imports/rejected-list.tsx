import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import { useRejectedRows, useSaveFile } from './use-import-record.ts'

const COLUMNS = [
  { name: 'Row', width: 'w-24' },
  { name: 'Client number', width: 'w-46' },
  { name: 'Reason' },
]

export function RejectedList({ importId }: { importId: string }) {
  const [query, setQuery] = useState({ page: 1, limit: 25 })
  const reading = useRejectedRows(importId, query)
  const save = useSaveFile(importId)
  return (
    <Panel
      title="Rows not imported"
      end={
        <Button size="sm" blocked={save.isPending} onClick={() => save.mutate('rejected')}>
          <Download aria-hidden />
          Download Rows
        </Button>
      }
    >
      <PagedList
        reading={reading}
        query={query}
        onQuery={(changes) => setQuery({ ...query, ...changes })}
        pages="Pages of rows not imported"
        failure="Failed to fetch the rows"
        empty={null}
      >
        {(data, stale) => (
          <ListTable columns={COLUMNS} rows={query.limit} stale={stale}>
            {data?.rows.map(({ row, client_number, reason }) => (
              <tr
                key={row}
                className="group max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0"
              >
                <td className={`${cell} md:pl-5.5`}>
                  <span className="md:hidden">Row </span>
                  {formatNumber(row)}
                </td>
                <td className={`${cell} wrap-anywhere`}>{client_number}</td>
                <td className={`${cell} wrap-anywhere text-ink-2 md:pr-5.5`}>{reason}</td>
              </tr>
            ))}
          </ListTable>
        )}
      </PagedList>
    </Panel>
  )
}
