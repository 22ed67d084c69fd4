import type { Language } from '@attest/contract/languages'
import { letterText } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { useContext, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { Button } from '../ui/button.tsx'
import { Field, Saving, Textarea } from '../ui/field.tsx'
import { fieldIn, labelOf, type TemplateValues } from './template-values.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The mail's text part: made from the other fields until someone writes in it (spec §9: 30 rows). */
export function PlainTextField({ form, language }: { form: TemplateForm; language: Language }) {
  const name = fieldIn(language, 'textContent')
  const { field, fieldState } = useController({ control: form.control, name })
  const content = useWatch({ control: form.control }) as TemplateValues
  // An emptied field must not refill itself while someone writes.
  const [emptied, setEmptied] = useState(false)
  const saving = useContext(Saving)
  const generated = field.value === '' && !emptied
  const letter = letterIn(content, language)
  const isWritten = (letter.writtenIn ?? 'en') === language
  return (
    <Field
      label={labelOf(name)}
      hint={
        generated
          ? 'Made from the content fields. Once you write here, it stays as you write it.'
          : 'Written by hand: it does not follow the content fields.'
      }
      error={fieldState.error?.message}
    >
      <Textarea
        rows={30}
        lang={language}
        {...field}
        value={generated && isWritten ? letterText(letter, firm) : field.value}
        onBlur={() => {
          setEmptied(false)
          field.onBlur()
        }}
        onChange={(event) => {
          setEmptied(event.target.value === '')
          field.onChange(event)
        }}
      />
      {!generated && (
        <Button
          variant="link"
          size="inline"
          className="mt-1"
          blocked={saving}
          onClick={() => {
            setEmptied(false)
            form.setValue(name, '', { shouldDirty: true, shouldValidate: true })
          }}
        >
          Make it from the content fields again
        </Button>
      )}
    </Field>
  )
}
