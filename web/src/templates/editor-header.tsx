import type { Template } from '@attest/contract/templates'
import { Send } from 'lucide-react'
import { formatDateTime } from '../lib/format.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DeleteButton } from './delete-button.tsx'

interface EditorHeaderProps {
  /** Undefined for a new template. */
  saved: Template | undefined
  onTest: () => void
}

export function EditorHeader({ saved, onTest }: EditorHeaderProps) {
  return (
    <PageHeader
      title={saved?.name ?? 'Create Template'}
      text={
        saved
          ? `Version ${saved.version}, saved ${formatDateTime(saved.updated_at)}`
          : 'A letter for your clients.'
      }
      above={<BackToTemplates />}
      actions={
        <>
          {/* A reminder is deleted with its group. */}
          {saved && saved.reminder_of === null && <DeleteButton template={saved} />}
          <Button onClick={onTest}>
            <Send aria-hidden />
            Test Email
          </Button>
        </>
      }
    />
  )
}

export const BackToTemplates = () => <BackLink to="/email-templates">Back to Templates</BackLink>
