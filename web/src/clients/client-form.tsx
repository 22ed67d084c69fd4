import { CLIENT_FIELDS, FIELDS, formTexts } from '@attest/contract/client-fields'
import { type Client, ClientInput, NewClient } from '@attest/contract/clients'
import type { OwnValues } from '@attest/contract/own-columns'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { isDirty, showFieldErrors } from '../lib/forms.ts'
import { toastError } from '../lib/toast.ts'
import { useFormGuard } from '../ui/leave-guard.tsx'
import type { useSaveClient } from './use-clients.ts'

export type ClientValues = Record<keyof ClientInput, string> & { own: OwnValues }
export type ClientForm = UseFormReturn<ClientValues, unknown, ClientInput>

/** The template is '' until the templates have loaded; then the first one is chosen. */
const EMPTY = {
  ...Object.fromEntries(CLIENT_FIELDS.map((field) => [field, FIELDS[field].default ?? ''])),
  group_template: '',
  own: {},
} as unknown as ClientValues

interface ClientFormOptions {
  saving: boolean
  client?: Client
  typedMore?: boolean
}

/** Fields that differ from the stored client. Only these are checked and sent, as others may be incomplete. */
export function changedIn(form: ClientForm): Partial<ClientValues> {
  const { defaultValues } = form.formState
  const { own, ...fields } = form.getValues()
  const changed = Object.entries(fields).filter(
    ([field, text]) => text !== defaultValues?.[field as keyof ClientInput],
  )
  const changedOwn = Object.entries(own).filter(
    ([id, text]) => (text ?? '') !== (defaultValues?.own?.[id] ?? ''),
  )
  return {
    ...Object.fromEntries(changed),
    ...(changedOwn.length > 0 && { own: Object.fromEntries(changedOwn) }),
  }
}

/** `schema` may cover only some fields, as the calls accept any part of a ClientInput. */
const checking = (schema: z.core.$ZodType) =>
  zodResolver(schema as z.core.$ZodType<ClientInput, ClientValues>)

const checkChanges =
  (form: () => ClientForm): Resolver<ClientValues, unknown, ClientInput> =>
  async (...args) => {
    const { errors } = await checking(ClientInput)(...args)
    const changes = changedIn(form())
    const wrong = Object.entries(errors).filter(([field]) => field in changes)
    return wrong.length > 0
      ? { values: {}, errors: Object.fromEntries(wrong) }
      : { values: changes as ClientInput, errors: {} }
  }

/** `began` is the client at the start of the edit: a later reading must not hide a colleague's change. */
export function useClientForm({ saving, client, typedMore = false }: ClientFormOptions) {
  const [began] = useState(client)
  const form: ClientForm = useForm({
    resolver: client ? checkChanges(() => form) : checking(NewClient),
    defaultValues: began ? valuesOf(began) : EMPTY,
  })
  const typed = isDirty(form.formState.dirtyFields) || typedMore
  return { form, began, guard: useFormGuard(typed, saving) }
}

const valuesOf = (client: Client): ClientValues => ({
  ...formTexts(client, CLIENT_FIELDS),
  own: client.own,
})

/** `base` is the client as last read. After a conflict, typed fields stay and the others take the saved values. */
export function useClientSaving(
  form: ClientForm,
  began: Client | undefined,
  save: ReturnType<typeof useSaveClient>['mutate'],
  onSaved: () => void,
) {
  const [base, setBase] = useState(began)
  const submit = form.handleSubmit((changes) => {
    if (!base) {
      toastError('Error', 'No user selected for update.')
      return
    }
    save(
      { params: { id: base.id }, body: { ...changes, last_updated: base.last_updated } },
      {
        onSuccess: onSaved,
        onError: (error) => {
          showFieldErrors(form, error)
          if (!(error instanceof CallError && error.body.current)) return
          const newer = error.body.current as Client
          form.reset(valuesOf(newer), { keepDirtyValues: true })
          setBase(newer)
        },
      },
    )
  })
  return { base, submit }
}
