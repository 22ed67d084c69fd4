import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { isGone } from '../lib/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SheetsSkeleton } from '../ui/skeleton.tsx'
import { BackToTemplates } from './editor-header.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplate } from './use-templates.ts'

/** For a new template, or the one of the address. */
export default function TemplateEditorPage() {
  const { id } = useParams({ strict: false })
  return id ? <SavedTemplate id={id} /> : <TemplateEditor />
}

function SavedTemplate({ id }: { id: string }) {
  const reading = useTemplate(id)
  const { data: template, error } = reading
  if (template) return <TemplateEditor key={template.id} template={template} />
  if (!error) {
    return (
      <>
        <PageHeader title="Loading..." text={'\u00a0'} above={<BackToTemplates />} />
        <SheetsSkeleton label="Loading..." />
      </>
    )
  }
  return (
    <>
      <PageHeader title="Template" above={<BackToTemplates />} />
      <Sheet>
        {isGone(error) ? (
          <EmptyState
            icon={SearchX}
            title="Template not found"
            text="There is no such template; it may have been deleted."
          />
        ) : (
          <ReadError title="Failed to load the template" reading={reading} />
        )}
      </Sheet>
    </>
  )
}
