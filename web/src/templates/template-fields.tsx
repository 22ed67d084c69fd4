import { foreignPlaceholders } from '@attest/contract/placeholders'
import { asksForVerification, templateIdOf } from '@attest/contract/templates'
import { useContext, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Choice } from '../ui/choice.tsx'
import { Field, Input, Saving, Textarea } from '../ui/field.tsx'
import {
  type FieldName,
  labelOf,
  languageOf,
  requestFields,
  type TemplateValues,
} from './template-values.ts'
import type { TemplateForm } from './use-template-form.ts'

interface PartProps {
  form: TemplateForm
  name: FieldName
  hint?: string
}

/** Replaces the hint by a warning if the text holds another program's placeholder. */
function useHint(form: TemplateForm, name: FieldName, hint?: string) {
  const found = foreignPlaceholders(String(useWatch({ control: form.control, name }) ?? ''))[0]
  if (!found) return hint
  return `Clients would read “${found.written}” as it is. Write ${found.ours} instead.`
}

const errorOf = (form: TemplateForm, name: FieldName) =>
  form.getFieldState(name, form.formState).error?.message

export const LineField = ({ form, name, hint }: PartProps) => (
  <Field label={labelOf(name)} hint={useHint(form, name, hint)} error={errorOf(form, name)}>
    <Input lang={languageOf(name)} {...form.register(name)} />
  </Field>
)

/** A part of the letter with several paragraphs. The field grows with its text. */
export const ProseField = ({ form, name, hint }: PartProps) => (
  <Field label={labelOf(name)} hint={useHint(form, name, hint)} error={errorOf(form, name)}>
    <Textarea
      rows={3}
      lang={languageOf(name)}
      className="field-sizing-content"
      {...form.register(name)}
    />
  </Field>
)

/** A new template's id follows its name until somebody types another id. */
export function NewNameFields({ form }: { form: TemplateForm }) {
  const [ownId, setOwnId] = useState(() => {
    const { id, name } = form.getValues()
    return id !== templateIdOf(name)
  })
  const { errors } = form.formState
  const follow = (name: string) => {
    if (!ownId) form.setValue('id', templateIdOf(name), { shouldValidate: errors.id !== undefined })
  }
  return (
    <>
      <Field label={labelOf('name')} error={errors.name?.message}>
        <Input
          autoFocus
          {...form.register('name', { onChange: ({ target }) => follow(target.value) })}
        />
      </Field>
      <Field
        label={labelOf('id')}
        hint="Made from the name. It cannot be changed later."
        error={errors.id?.message}
      >
        <Input
          spellCheck={false}
          {...form.register('id', { onChange: ({ target }) => setOwnId(target.value !== '') })}
        />
      </Field>
    </>
  )
}

export const NameFields = ({ form, id }: { form: TemplateForm; id: string }) => (
  <>
    <LineField form={form} name="name" />
    <Field label={labelOf('id')}>
      <Input readOnly value={id} className="bg-sunk text-ink-2" />
    </Field>
  </>
)

/** The type follows from the fields: a letter with an address label and a button asks for an answer. */
export function TemplateType({ form }: { form: TemplateForm }) {
  const name = useId()
  const content = useWatch({ control: form.control }) as TemplateValues
  const verification = asksForVerification(content)
  const saving = useContext(Saving)
  const become = (asks: boolean) => {
    if (saving) return
    for (const [field, text] of requestFields(form.getValues(), asks)) {
      form.setValue(field, text, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <fieldset>
      <legend className="mb-1.25 text-md font-semibold">Template Type</legend>
      <div className="grid gap-2.5">
        <Choice
          name={name}
          label="Address Verification Template"
          text="Shows the client’s address and a button with their personal link."
          checked={verification}
          onChoose={() => become(true)}
        />
        <Choice
          name={name}
          label="General Email Template"
          text="A letter without address and button."
          checked={!verification}
          onChoose={() => become(false)}
        />
      </div>
    </fieldset>
  )
}
