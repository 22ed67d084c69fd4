import { type ClientField, COMPARED_FIELDS, FIELD_LABELS } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import { ownField } from '@attest/contract/own-columns'
import { stateName, US } from '@attest/contract/place'
import { BellOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { fieldText } from '../history/field-text.ts'
import { formatDateTime } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Fact, Panel } from '../ui/panel.tsx'

const FIELDS = COMPARED_FIELDS.filter((field) => field !== 'status')

const ExcuseDialog = lazyPart(() => import('./excuse-dialog.tsx'))
const ClientEditor = lazyPart(() => import('./client-editor.tsx'))

interface ClientDetailsProps {
  client: Client
  editing: boolean
  onEditing: (editing: boolean) => void
}

export function ClientDetails({ client, editing, onEditing }: ClientDetailsProps) {
  // Here, as `Record` unmounts during an edit and would read it again.
  const template = useTemplateName()(client.group_template)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div data-focus-box className="@container grid gap-5">
        {editing ? (
          <ClientEditor client={client} onClose={() => onEditing(false)} />
        ) : (
          <Record client={client} template={template} onEdit={() => onEditing(true)} />
        )}
        <Summary client={client} template={template} />
      </div>
      <Timeline clientId={client.id} />
    </div>
  )
}

interface RecordProps {
  client: Client
  template: string
  onEdit: () => void
}

function Record({ client, template, onEdit }: RecordProps) {
  const own = useOwnTexts()
  const text = (field: ClientField) =>
    field === 'state' && client.country === US
      ? stateName(client.state)
      : fieldText(field, client[field], () => template)
  return (
    <Panel
      title="Details"
      end={
        <Button size="sm" onClick={onEdit}>
          <Pencil aria-hidden />
          Edit User
        </Button>
      }
    >
      <dl className="grid gap-x-8 gap-y-4.5 px-4 py-5 @lg:grid-cols-2 md:px-5.5">
        {FIELDS.map((field) => (
          <Fact key={field} label={FIELD_LABELS[field]} className="min-w-0">
            {text(field) || (field === 'language' ? 'Not known' : 'Not provided')}
          </Fact>
        ))}
        {own.columns.map(({ id, name }) => (
          <Fact key={id} label={name} className="min-w-0 wrap-anywhere">
            {own.text(ownField(id), client.own[id]) || 'Not provided'}
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}

const Summary = ({ client, template }: Omit<RecordProps, 'onEdit'>) => (
  <Panel title="Summary">
    <dl className="grid gap-4 px-4 py-5 @lg:grid-cols-2 md:px-5.5">
      <Fact label="Status">
        <div className="mt-1">
          <StatusBadge status={client.status} />
        </div>
      </Fact>
      <DoNotAsk client={client} />
      <Fact label="Group Template">{template}</Fact>
      <Fact label="Created">{formatDateTime(client.created_at)}</Fact>
      <Fact label="Last Updated">{formatDateTime(client.last_updated)}</Fact>
    </dl>
  </Panel>
)

function DoNotAsk({ client }: { client: Client }) {
  const [asking, setAsking] = useState(false)
  return (
    <Fact label="May Be Asked">
      {client.excused_reason ? (
        'No'
      ) : (
        <span className="mt-1 flex items-center justify-between gap-3">
          {client.disputed_at
            ? 'Not while disputed'
            : client.reported_as
              ? 'Not while reported'
              : 'Yes'}
          <Button size="sm" onClick={() => setAsking(true)}>
            <BellOff aria-hidden />
            Do Not Ask
          </Button>
        </span>
      )}
      {asking && <ExcuseDialog client={client} onClose={() => setAsking(false)} />}
    </Fact>
  )
}
