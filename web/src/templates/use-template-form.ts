import { createTemplate, type Template } from '@attest/contract/templates'
import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { isDirty, showFieldErrors } from '../lib/forms.ts'
import {
  LETTER_FIELDS,
  NEW_TEMPLATE,
  type TemplateValues,
  textIn,
  valuesOf,
} from './template-values.ts'
import { useCreateTemplate, useUpdateTemplate, waitingIn } from './use-templates.ts'

type Saved = z.output<(typeof createTemplate)['body']>
export type TemplateForm = UseFormReturn<TemplateValues, unknown, Saved>

/** The editor's form. `base` is the edited template as last read or saved here. */
export function useTemplateForm(template?: Template) {
  const [base, setBase] = useState(template)
  const form: TemplateForm = useForm({
    // The cast says that the form has every field.
    resolver: zodResolver(createTemplate.body as z.core.$ZodType<Saved, TemplateValues>),
    defaultValues: base ? valuesOf(base) : NEW_TEMPLATE,
    mode: 'onTouched',
  })
  const typed = isDirty(form.formState.dirtyFields)

  const [theirs, setTheirs] = useState<{ before: Template; now: Template }>()
  const takeSaved = (saved: Template) => {
    form.reset(valuesOf(saved))
    setBase(saved)
    setTheirs(undefined)
  }
  /** After a colleague's save, typed fields stay and the others take the saved values. */
  const takeRefusal = (error: unknown) => {
    if (!(error instanceof CallError)) return
    showFieldErrors(form, error)
    if (!error.body.current || !base) return
    const now = error.body.current as Template
    form.reset(valuesOf(now), { keepDirtyValues: true })
    setTheirs({ before: theirs?.before ?? base, now })
    setBase(now)
  }
  // Takes a colleague's newer version while nothing is typed.
  const newer = template && base && template.version > base.version && !typed
  useEffect(() => {
    if (!newer) return
    form.reset(valuesOf(template))
    setBase(template)
  }, [newer, template, form])
  return { form, base, theirs, takeSaved, takeRefusal, typed }
}

export function restoreTexts(form: TemplateForm, values: TemplateValues) {
  for (const name of LETTER_FIELDS) {
    form.setValue(name, textIn(values, name), { shouldDirty: true, shouldValidate: true })
  }
}

/** Saves a new version, or a new template and then opens its own address. */
export function useSaveTemplate(
  { form, base, takeSaved, takeRefusal }: ReturnType<typeof useTemplateForm>,
  onInvalid: (errors: object) => void,
) {
  const navigate = useNavigate()
  const create = useCreateTemplate()
  const update = useUpdateTemplate()

  const save = (body: Saved, alsoWaiting = false) => {
    if (base) {
      const { id: _, ...content } = body
      update.mutate(
        { params: { id: base.id }, body: { ...content, version: base.version, alsoWaiting } },
        { onSuccess: takeSaved, onError: takeRefusal },
      )
      return
    }
    create.mutate(
      { body },
      {
        onSuccess: (saved) => {
          void navigate({
            to: '/email-templates/edit/$id',
            params: { id: saved.id },
            replace: true,
            ignoreBlocker: true,
          })
        },
        onError: takeRefusal,
      },
    )
  }
  const submit = form.handleSubmit((body) => save(body), onInvalid)
  const question = {
    text: waitingIn(update.error),
    onConfirm: () => void form.handleSubmit((body) => save(body, true))(),
    onClose: update.reset,
  }
  // Stays blocked until the new template's page opens, as later typing would be lost.
  const creating = create.isPending || create.isSuccess
  return { submit, question, saving: creating || update.isPending }
}
