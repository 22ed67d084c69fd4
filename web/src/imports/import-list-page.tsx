import { FileSpreadsheet, Upload } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { ListTable } from '../ui/table.tsx'
import { useOpenImport } from './import-dialog-host.tsx'
import { FIGURES, ImportRow } from './import-row.tsx'
import { ImportQuery, useImports } from './use-import-record.ts'

const COLUMNS = [
  { name: 'File' },
  { name: 'Started', width: 'w-46' },
  ...FIGURES.map(({ name, width }) => ({ name, width, className: 'text-right' })),
  { name: 'Result', width: 'w-38', className: 'pl-5!' },
]

export default function ImportListPage() {
  const [query, setQuery] = useUrlQuery(ImportQuery)
  const reading = useImports(query)
  const openImport = useOpenImport()
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard">Dashboard</BackLink>}
        title="Imports"
        text="Each imported file, and what it did to the clients."
        actions={
          <Button variant="primary" onClick={openImport}>
            <Upload aria-hidden />
            Import New File
          </Button>
        }
      />
      <Panel>
        <PagedList
          reading={reading}
          query={query}
          onQuery={setQuery}
          failure="Failed to fetch the imports"
          empty={<NoImports />}
        >
          {(data, stale) => (
            <ListTable columns={COLUMNS} rows={query.limit} stale={stale}>
              {data?.imports.map((each) => (
                <ImportRow key={each.importId} summary={each} />
              ))}
            </ListTable>
          )}
        </PagedList>
      </Panel>
    </>
  )
}

const NoImports = () => (
  <EmptyState
    icon={FileSpreadsheet}
    title="No imports yet"
    text="Each file that you import appears here."
  />
)
