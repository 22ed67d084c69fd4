import { reminderIdOf, type Template } from '@attest/contract/templates'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { formatDateTime, formatTextSize } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { Panel } from '../ui/panel.tsx'

export function TemplateCard({ template }: { template: Template }) {
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
