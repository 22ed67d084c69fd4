import { Link } from '@tanstack/react-router'
import { Mail, Plus } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { TemplateCard } from './template-card.tsx'
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
