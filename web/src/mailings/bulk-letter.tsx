import { renderLetter, SAMPLE_VALUES } from '@attest/contract/letter'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { counted } from '../lib/format.ts'
import { valuesOf } from '../templates/template-values.ts'
import { useLetterFirm } from '../templates/use-letter-firm.ts'
import { useTemplate, useTemplates } from '../templates/use-templates.ts'
import { LabeledSelect } from '../ui/field.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { ReadError } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Preview } from './bulk-preview.tsx'

interface BulkLetterProps {
  preview: Preview | undefined
  /** A template's id; undefined: the round's letter, or each group's own. */
  chosen: string | undefined
  onChoose: (templateId: string | undefined) => void
}

/** The mailing's letter: one for all recipients, or those of their groups, shown one at a time. */
export function BulkLetter({ preview, chosen, onChoose }: BulkLetterProps) {
  const [seen, setSeen] = useState<string>()
  const letters = preview?.letters ?? []
  const shown = letters.find(({ template_id }) => template_id === seen) ?? letters[0]
  return (
    <>
      <div className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <LetterChoice round={preview?.round} chosen={chosen} onChoose={onChoose} />
        {letters.length > 1 && (
          <Labeled
            label="Preview"
            value={shown?.template_id}
            onValueChange={setSeen}
            options={letters.map(({ template_id, name, recipients }) => [
              template_id,
              `${name}, ${counted(recipients, 'client', 'clients')}`,
            ])}
          />
        )}
      </div>
      {shown && <LetterView id={shown.template_id} />}
      {!preview && <Skeleton className="h-90" />}
      {preview && !shown && <p className="text-ink-2">No letter to show: nobody would get one.</p>}
    </>
  )
}

const Labeled = (props: ComponentProps<typeof LabeledSelect>) => (
  <LabeledSelect {...props} labelClass="text-md font-semibold" className="w-full" />
)

interface LetterChoiceProps extends Omit<BulkLetterProps, 'preview'> {
  round: Preview['round'] | undefined
}

function LetterChoice({ round, chosen, onChoose }: LetterChoiceProps) {
  const { data: templates = [] } = useTemplates()
  const ofRound = templates.find(({ id }) => id === round?.template_id)
  const others = templates.filter((template) => template !== ofRound)
  return (
    <Labeled
      label="Letter"
      value={chosen ?? ''}
      onValueChange={(letter) => onChoose(letter || undefined)}
      options={[
        ['', ofRound ? `${ofRound.name}, as in the round` : 'Each group’s own'],
        ...others.map(({ id, name }) => [id, `${name}, for all`] as const),
      ]}
    />
  )
}

function LetterView({ id }: { id: string }) {
  const firm = useLetterFirm()
  const reading = useTemplate(id)
  const { data: template, error } = reading
  if (error && !template) return <ReadError title="Failed to fetch the letter" reading={reading} />
  if (!template) return <Skeleton className="h-90" />
  const { subject, html } = renderLetter(valuesOf(template), SAMPLE_VALUES, firm)
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        <p className="border-b border-line px-4 py-2.5 text-md">
          <span className="text-ink-3">Subject </span>
          <span className="font-semibold wrap-anywhere">{subject}</span>
        </p>
        <MailFrame title="Preview of the letter" html={html} className="h-90" />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        Shows an invented client. Clients see their own details.
        <Link to="/email-templates/edit/$id" params={{ id }}>
          Edit letter
        </Link>
      </p>
    </>
  )
}
