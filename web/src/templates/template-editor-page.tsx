import { ClientFilter } from '@attest/contract/clients'
import type { Template, TemplateVersion } from '@attest/contract/templates'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ChangeGroupDialog } from '../lazy-dialogs.ts'
import { counted, formatDateTime } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton, ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { Saving } from '../ui/field.tsx'
import { NewerNotice } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { BackLink, PageBar, PageHeader } from '../ui/page.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import {
  type ContentTab,
  ContentTabs,
  InsertPlaceholder,
  languageOfTab,
  useInsertion,
} from './content-tabs.tsx'
import { LetterPreview, type LetterView } from './letter-preview.tsx'
import { LineField, NameFields, NewNameFields, TemplateType } from './template-fields.tsx'
import * as values from './template-values.ts'
import { restoreTexts, useSaveTemplate, useTemplateForm } from './use-template-form.ts'
import { clientsIn, useDeleteTemplate, useTemplate, useTemplateVersions } from './use-templates.ts'

const TestEmailDialog = lazyPart(() => import('./test-email-dialog.tsx'))

export default function TemplateEditorPage() {
  const { id } = useParams({ strict: false })
  return id ? <SavedTemplate id={id} /> : <TemplateEditor />
}

const SavedTemplate = ({ id }: { id: string }) => (
  <RecordPage name="template" reading={useTemplate(id)} above={<BackToTemplates />}>
    {(template) => <TemplateEditor key={template.id} template={template} />}
  </RecordPage>
)

function TemplateEditor({ template }: { template?: Template }) {
  const edited = useTemplateForm(template)
  const { form, base, theirs, typed } = edited
  const [tab, setTab] = useState<ContentTab>('fields')
  const [view, setView] = useState(firstView)
  const [tested, setTested] = useState<values.TemplateValues>()
  const insertion = useInsertion(tab)
  const show = (next: ContentTab) => {
    setTab(next)
    if (next === 'text') setView('text')
    else if (view === 'text') setView(firstView())
  }
  const showErrors = (errors: object) => {
    const invalid = values.invalidFields(errors)
    const translated = invalid.map(values.languageOf).find((language) => language !== 'en')
    if (invalid.every((name) => name === 'textContent')) show('text')
    else if (invalid.some((name) => values.CONTENT_FIELDS.includes(name))) show('fields')
    else if (translated && !invalid.includes('subject')) show(translated)
  }
  const { submit, question, saving } = useSaveTemplate(edited, showErrors)
  const test = form.handleSubmit(() => setTested(form.getValues()), showErrors)
  const guard = useFormGuard(typed, saving)
  const left = base ? values.partsLeft(base, form.formState.dirtyFields) : []
  return (
    <>
      <EditorHeader saved={base} onTest={() => void test()} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 min-[79rem]:grid-cols-[minmax(0,1fr)_602px] min-[79rem]:grid-rows-[auto_1fr]">
        <Saving value={saving}>
          <form
            ref={insertion.form}
            noValidate
            onSubmit={submit}
            onFocus={insertion.onFocus}
            className="grid gap-5"
          >
            {theirs && (
              <NewerNotice
                title="Someone else changed this template while you edited it."
                theirs={values.changedFields(theirs.before, theirs.now)}
              />
            )}
            <Panel title="Template">
              <div className="grid gap-4 px-4 py-5 md:px-5.5">
                {base ? <NameFields form={form} id={base.id} /> : <NewNameFields form={form} />}
                <LineField form={form} name="subject" />
                <TemplateType form={form} />
              </div>
            </Panel>
            <Panel title="Content" end={<InsertPlaceholder onInsert={insertion.insert} />}>
              <div className="px-4 pt-2 pb-5 md:px-5.5">
                <ContentTabs form={form} tab={tab} onTab={show} />
              </div>
            </Panel>
            <PageBar className="justify-end gap-x-4 gap-y-1 rounded-lg border bg-panel py-2 shadow-panel">
              <p role="status" className="mr-auto text-md text-ink-2">
                {left.length > 0 && `Unchanged so far: ${left.join(', ')}.`}
              </p>
              <Button type="submit" variant="primary" blocked={saving}>
                {saving ? 'Saving...' : base ? 'Update Template' : 'Save Template'}
              </Button>
            </PageBar>
          </form>
        </Saving>
        <LetterPreview form={form} language={languageOfTab(tab)} view={view} onView={setView} />
        <Saving value={saving}>
          {base && (
            <VersionList id={base.id} onTake={(old) => restoreTexts(form, values.valuesOf(old))} />
          )}
        </Saving>
      </div>
      {tested && (
        <TestEmailDialog
          content={tested}
          language={languageOfTab(tab)}
          onClose={() => setTested(undefined)}
        />
      )}
      {question.text && (
        <ConfirmDialog
          {...question}
          title="Emails Are Waiting"
          text={question.text}
          action="Save for These Too"
        />
      )}
      {guard.dialog}
    </>
  )
}

/** On a phone, the preview starts with the phone's view. */
const firstView = (): LetterView => (matchMedia('(min-width: 48rem)').matches ? 'wide' : 'phone')

const EditorHeader = ({ saved, onTest }: { saved: Template | undefined; onTest: () => void }) => (
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

const BackToTemplates = () => <BackLink to="/email-templates">Back to Templates</BackLink>

/** Offers to move the clients first, if some use the template. */
function DeleteButton({ template: { id, name } }: { template: Template }) {
  const navigate = useNavigate()
  const { mutate, reset, isPending, error } = useDeleteTemplate()
  const leave = () => void navigate({ to: '/email-templates', replace: true, ignoreBlocker: true })
  const remove = () => mutate({ params: { id } }, { onSuccess: leave })
  const clients = clientsIn(error)
  return (
    <>
      <ConfirmButton
        variant="danger"
        blocked={isPending}
        question="Delete Template"
        text={`Are you sure you want to delete “${name}”? This action cannot be undone.`}
        onConfirm={remove}
      >
        <Trash2 aria-hidden />
        Delete
      </ConfirmButton>
      {clients && (
        <ChangeGroupDialog
          title={`Delete “${name}”`}
          description={`${counted(clients, 'client uses', 'clients use')} this template. Choose another one for them; then it is deleted.`}
          label="Move and Delete"
          clients={{ filter: ClientFilter.parse({ group: id }), total: clients }}
          without={id}
          onDone={remove}
          onClose={reset}
        />
      )}
    </>
  )
}

const VersionDialog = lazyPart(() => import('./version-dialog.tsx'))

interface VersionListProps {
  id: string
  onTake: (template: Template) => void
}

function VersionList({ id, onTake }: VersionListProps) {
  const reading = useTemplateVersions(id)
  const { data, error } = reading
  return (
    <Panel title="Versions">
      {!data && !error && <Skeleton className="m-5.5 h-10" />}
      <ReadError title="Failed to fetch the versions" reading={reading} />
      <ol aria-label="Versions" reversed>
        {data?.map((version) => (
          <VersionRow key={version.version} id={id} version={version} onTake={onTake} />
        ))}
      </ol>
    </Panel>
  )
}

function VersionRow({ version: saved, ...props }: VersionListProps & { version: TemplateVersion }) {
  const { version, created_at, admin_email } = saved
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0 md:px-5.5">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-semibold">Version {version}</span>{' '}
          <span className="text-ink-2">{formatDateTime(created_at)}</span>
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">{admin_email ?? 'Part of the product'}</p>
      </div>
      <DialogButton
        size="sm"
        aria-label={`View version ${version}`}
        dialog={(close) => <VersionDialog {...props} version={version} onClose={close} />}
      >
        View
      </DialogButton>
    </li>
  )
}
