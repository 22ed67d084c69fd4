import { ClientFilter, ClientQuery } from '@attest/contract/clients'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, Mail, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BulkEmailDialog, CreateClientDialog, ExportDialog } from '../lazy-dialogs.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ClientFilters, isFiltered } from './client-filters.tsx'
import { ClientTable } from './client-table.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ListQuery, useListColumns, useOwnOf } from './list-state.ts'
import { useClients } from './use-clients.ts'
import { ViewTabs } from './view-tabs.tsx'

export default function ClientListPage() {
  const [address, setQuery] = useUrlQuery(ListQuery)
  const query = useMemo(() => ClientQuery.parse(address), [address])
  const { columns, change } = useListColumns(address.columns, (columns) => setQuery({ columns }))
  const own = useOwnOf(columns)
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useClients(query)
  const filteredCount = isFiltered(query) && !isPlaceholderData ? data?.total : undefined
  const [open, setOpen] = useState<'create' | 'bulk' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Clients"
        text={<Link to="/user-management/trash">Trash</Link>}
        actions={
          <>
            <Button onClick={() => setOpen('export')}>
              <Download aria-hidden />
              Export
            </Button>
            <Button onClick={() => setOpen('bulk')}>
              <Mail aria-hidden />
              Bulk Email
            </Button>
            <Button variant="primary" onClick={() => setOpen('create')}>
              <Plus aria-hidden />
              Create User
            </Button>
          </>
        }
      />
      <Panel>
        <ViewTabs
          query={address}
          columns={columns}
          onOpen={(search) => void navigate({ to: '.', search: search as never })}
        />
        <ClientFilters query={query} onChange={setQuery}>
          <ColumnsMenu columns={columns} onChange={change} />
        </ClientFilters>
        <ClientTable query={query} columns={own && columns} own={own} onQuery={setQuery} />
      </Panel>
      {open === 'create' && <CreateClientDialog onClose={close} />}
      {open === 'export' && (
        <ExportDialog chosen={ClientFilter.parse(query)} count={filteredCount} onClose={close} />
      )}
      {open === 'bulk' && <BulkEmailDialog onClose={close} />}
    </>
  )
}
