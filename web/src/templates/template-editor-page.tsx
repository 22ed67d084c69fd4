import { useParams } from '@tanstack/react-router'
import { RecordPage } from '../ui/record-page.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { BackToTemplates } from './editor-header.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplate } from './use-templates.ts'

/** For a new template, or the one of the address. */
export default function TemplateEditorPage() {
  const { id } = useParams({ strict: false })
  return id ? <SavedTemplate id={id} /> : <TemplateEditor />
}

function SavedTemplate({ id }: { id: string }) {
  return (
    <RecordPage
      name="template"
      reading={useTemplate(id)}
      above={<BackToTemplates />}
      skeleton={<PanelsSkeleton />}
    >
      {(template) => <TemplateEditor key={template.id} template={template} />}
    </RecordPage>
  )
}
