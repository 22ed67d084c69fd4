import { reminderIdOf, type Template } from '@attest/contract/templates'
import { Link } from '@tanstack/react-router'
import { Mail, Pencil, Plus } from 'lucide-react'
import { formatDateTime, formatTextSize } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHeader } from '../ui/page.tsx'
import { EmptyState, Fact, Panel, ReadError } from '../ui/panel.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { useTemplates } from './use-templates.ts'

export default function TemplateListPage() {
  const templates = useTemplates()
  return (
    <div data-focus-box>
      <PageHeader
        title="Email Templates"
        text="Letters for your clients. Each client belongs to one template."
        actions={<CreateLink />}
      />
      {templates.data && templates.data.length > 0 && (
        <ul className="grid gap-5 lg:grid-cols-2">
          {templates.data.map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} />
            </li>
          ))}
        </ul>
      )}
      {templates.isPending && (
        <PanelsSkeleton label="Loading templates..." className="lg:grid-cols-2" />
      )}
      {templates.data?.length === 0 && (
        <Panel>
          <EmptyState
            icon={Mail}
            title="No Email Templates"
            text="Create one to write to your clients."
            action={<CreateLink />}
          />
        </Panel>
      )}
      <ReadError
        inPanel
        title="Failed to load email templates"
        fallback="Failed to fetch email templates"
        reading={templates}
      />
    </div>
  )
}

const CreateLink = () => (
  <Link to="/email-templates/create" className={buttonClass({ variant: 'primary' })}>
    <Plus aria-hidden />
    Create Template
  </Link>
)

function TemplateCard({ template }: { template: Template }) {
  const { id, name, subject, htmlContent, textContent, updated_at } = template
  return (
    <Panel className="flex h-full flex-col px-4 py-4.5 md:px-5.5 md:py-5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-xl wrap-anywhere">{name}</h2>
          <p className="text-sm text-ink-3 wrap-anywhere">{id}</p>
        </div>
        <Link
          to="/email-templates/edit/$id"
          params={{ id }}
          aria-label={`Edit ${name}`}
          className={buttonClass({ size: 'sm' })}
        >
          <Pencil aria-hidden />
          Edit
        </Link>
      </div>
      <p className="mt-3 wrap-anywhere">{subject}</p>
      <Link
        to="/email-templates/edit/$id"
        params={{ id: reminderIdOf(id) }}
        aria-label={`Edit reminder of ${name}`}
        className="mt-1 mb-4 self-start rounded-sm text-md"
      >
        Edit reminder
      </Link>
      <dl className="mt-auto flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-3 text-md">
        <Fact label="Letter">{formatTextSize(htmlContent)}</Fact>
        <Fact label="Plain text">{formatTextSize(textContent)}</Fact>
        <Fact label="Updated">{formatDateTime(updated_at)}</Fact>
      </dl>
    </Panel>
  )
}
