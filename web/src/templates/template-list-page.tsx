import type { Template } from '@attest/contract/templates'
import { Mail } from 'lucide-react'
import { messageOf } from '../lib/call.ts'
import { formatDateTime, formatTextSize } from '../lib/format.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTemplates } from './use-templates.ts'

export function TemplateListPage() {
  const templates = useTemplates()
  return (
    <>
      <PageHeader title="Email Templates" text="What clients are sent, by the group they are in." />
      {templates.data && templates.data.length > 0 && (
        <ul className="grid gap-5 lg:grid-cols-2">
          {templates.data.map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} />
            </li>
          ))}
        </ul>
      )}
      {templates.isPending && <CardsSkeleton />}
      {templates.data?.length === 0 && (
        <Sheet>
          <EmptyState
            icon={Mail}
            title="No Email Templates"
            text="There is no template to write to clients with."
          />
        </Sheet>
      )}
      {templates.error && !templates.data && (
        <Sheet>
          <ErrorState
            title="Failed to load email templates"
            text={messageOf(templates.error, 'Failed to fetch email templates')}
            onRetry={() => void templates.refetch()}
          />
        </Sheet>
      )}
    </>
  )
}

function TemplateCard({ template }: { template: Template }) {
  const { id, name, subject, htmlContent, textContent, updated_at } = template
  return (
    <Sheet className="flex h-full flex-col px-4 py-4.5 md:px-5.5 md:py-5">
      <h2 className="text-xl wrap-anywhere">{name}</h2>
      <p className="text-sm text-ink-3 wrap-anywhere">{id}</p>
      <p className="mt-3 mb-4 wrap-anywhere">{subject}</p>
      <dl className="mt-auto flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-3 text-md [&_dt]:text-sm [&_dt]:text-ink-3">
        <div>
          <dt>HTML</dt>
          <dd>{formatTextSize(htmlContent)}</dd>
        </div>
        <div>
          <dt>Text</dt>
          <dd>{formatTextSize(textContent)}</dd>
        </div>
        <div>
          <dt>Updated</dt>
          <dd>{formatDateTime(updated_at)}</dd>
        </div>
      </dl>
    </Sheet>
  )
}

function CardsSkeleton() {
  return (
    <div role="status" aria-label="Loading templates..." className="grid gap-5 lg:grid-cols-2">
      {['first', 'second', 'third'].map((key) => (
        <Sheet key={key} className="h-44.5 px-5.5 py-5">
          <Skeleton className="mb-2 h-5 w-2/5" />
          <Skeleton className="mb-5 h-3 w-1/4" />
          <Skeleton className="h-4 w-4/5" />
        </Sheet>
      ))}
    </div>
  )
}
