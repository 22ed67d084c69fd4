import { renderLetter, SAMPLE_VALUES } from '@attest/contract/letter'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { firm } from '../lib/firm.ts'
import { formatNumber } from '../lib/format.ts'
import { valuesOf } from '../templates/template-values.ts'
import { useTemplate } from '../templates/use-templates.ts'
import { ReadError } from '../ui/error-state.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Preview } from './bulk-preview.tsx'

type Letters = Preview['letters']

/** The letters of a mailing, one at a time. */
export function BulkLetter({ letters }: { letters: Letters | undefined }) {
  const [picked, setPicked] = useState<string>()
  const shown = letters?.find(({ template_id }) => template_id === picked) ?? letters?.[0]
  if (letters && !shown) {
    return <p className="text-ink-2">No letter to show: nobody would get one.</p>
  }
  return (
    <>
      <LetterName letters={letters ?? []} shown={shown} onPick={setPicked} />
      {shown ? <LetterView id={shown.template_id} /> : <Skeleton className="h-90" />}
    </>
  )
}

interface LetterNameProps {
  letters: Letters
  shown: Letters[number] | undefined
  onPick: (id: string) => void
}

function LetterName({ letters, shown, onPick }: LetterNameProps) {
  const id = useId()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <label htmlFor={id} className="text-md font-semibold">
        {letters.length > 1 ? `Letters (${letters.length})` : 'Letter'}
      </label>
      {letters.length > 1 ? (
        <Select
          id={id}
          small
          className="min-w-0 flex-1"
          value={shown?.template_id}
          onChange={(event) => onPick(event.target.value)}
        >
          {letters.map(({ template_id, name, recipients }) => (
            <option key={template_id} value={template_id}>
              {name}, {formatNumber(recipients)} {recipients === 1 ? 'client' : 'clients'}
            </option>
          ))}
        </Select>
      ) : (
        <output id={id} className="min-w-0 flex-1 wrap-anywhere">
          {shown?.name}
        </output>
      )}
      {shown && (
        <Link to="/email-templates/edit/$id" params={{ id: shown.template_id }}>
          Edit letter
        </Link>
      )}
    </div>
  )
}

function LetterView({ id }: { id: string }) {
  const reading = useTemplate(id)
  const { data: template, error } = reading
  if (error && !template) return <ReadError title="Failed to fetch the letter" reading={reading} />
  if (!template) return <Skeleton className="h-90" />
  const { subject, html } = renderLetter(valuesOf(template), SAMPLE_VALUES, firm)
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-sheet">
        <p className="border-b border-line px-4 py-2.5 text-md">
          <span className="text-ink-3">Subject </span>
          <span className="font-semibold wrap-anywhere">{subject}</span>
        </p>
        <MailFrame title="Preview of the letter" html={html} className="h-90" />
      </div>
      <p className="mt-2 text-sm text-ink-2">With sample data. Each client sees its own details.</p>
    </>
  )
}
