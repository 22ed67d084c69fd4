import { formatPhone, fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { Change } from '@attest/contract/history'
import { languageName } from '@attest/contract/languages'
import { postalLines } from '@attest/contract/place'
import { Fragment, type ReactNode, useState } from 'react'
import { useChanges } from '../history/change-list.tsx'
import { ChangeTable, ChangeTime } from '../history/change-table.tsx'
import { formatDateTime } from '../lib/format.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ClientLink } from '../ui/page.tsx'
import { ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { useClientEditing } from './edit-or-answer.tsx'
import { useClient, useUpdateClient } from './use-clients.ts'

export default function ClientDetailsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const reading = useClient(id)
  const { data, error } = reading
  const changes = useChanges(id)
  // Waits for both readings, so no button moves under the pointer.
  const client = changes.isPending ? undefined : data
  const [editing, setEditing] = useState(false)
  if (editing) {
    return <EditClientDialog client={data} onClose={onClose} />
  }
  return (
    <Dialog
      onClose={onClose}
      title={data ? fullName(data) : 'User Details'}
      description={data?.email}
    >
      <DialogBody>
        {client && <Details client={client} change={changes.data?.[0]} />}
        {!client && !error && <SkeletonLines count={8} className="h-59" />}
        <ReadError title="Failed to fetch user data" reading={reading} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" disabled={!client} onClick={() => setEditing(true)}>
          Edit
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Details({ client, change }: { client: Client; change: Change | undefined }) {
  const templateName = useTemplateName()
  const { language, alt_number } = client
  const facts: [string, ReactNode][] = [
    ['Status', <StatusBadge key="status" status={client.status} />],
    ['Last updated', formatDateTime(client.last_updated)],
    ['Client number', client.client_number],
    ['Phone', formatPhone(client.phone_number)],
    ['Alt number', alt_number ? formatPhone(alt_number) : 'N/A'],
    ['Address', postalLines(client).join(', ')],
    ['Language', language && languageName(language)],
    ['Group template', templateName(client.group_template) || 'N/A'],
  ]
  return (
    <>
      <LatestChange change={change} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt className="text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </Fragment>
          ))}
      </dl>
      <ClientLink id={client.id} className="mt-4 inline-block rounded-sm">
        Open full record
      </ClientLink>
    </>
  )
}

function LatestChange({ change }: { change: Change | undefined }) {
  if (!change || change.action === 'created') return null
  return (
    <section className="mb-5 border-b border-line pb-5">
      <h3 className="text-lg">Last change</h3>
      <p className="mb-2.5 text-sm text-ink-3">
        <ChangeTime at={change.timestamp} /> by {change.admins?.email ?? 'Client'}
      </p>
      <ChangeTable change={change} />
    </section>
  )
}

interface EditClientDialogProps {
  client: Client | undefined
  onClose: () => void
}

function EditClientDialog({ client, onClose }: EditClientDialogProps) {
  const editing = useClientEditing(client, { edit: useUpdateClient(), onClose })
  const { fields, submit, saving, guard } = editing
  return (
    <FormDialog
      title="Edit User"
      label="Save"
      busyLabel="Saving..."
      busy={saving}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      {fields}
    </FormDialog>
  )
}
