import { US } from '@attest/contract/place'
import { type ReactNode, useEffect } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { showFieldErrors } from '../lib/forms.ts'
import { toast } from '../lib/toast.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { type ClientValues, useClientForm } from './client-form.tsx'
import { AddressFields, OfficeFields, PersonFields } from './edit-fields.tsx'
import { OwnFields } from './own-fields.tsx'
import { useCreateClient } from './use-clients.ts'

export default function CreateClientDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateClient()
  const { form, guard } = useClientForm({ saving: create.isPending })
  const { data: templates } = useTemplates()

  const first = templates?.[0]?.id
  useEffect(() => {
    if (first && !form.getValues('group_template')) form.setValue('group_template', first)
  }, [first, form])

  const refuse = ({ own: _, ...fields }: FieldErrors<ClientValues>) => {
    const text = checkNewClient(form.getValues()) ?? Object.values(fields)[0]?.message
    toast({ title: 'Validation Error', text, tone: 'danger' })
  }
  const submit = form.handleSubmit(
    (body) =>
      create.mutate(
        { body: { ...body, own: form.getValues('own') } },
        { onSuccess: onClose, onError: (error) => showFieldErrors(form, error) },
      ),
    refuse,
  )
  return (
    <FormDialog
      width="wide"
      title="Create User"
      description="A verification email is sent automatically once the client is created."
      label="Create User"
      busyLabel="Creating..."
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <div className="grid gap-6">
        <Section title="Personal Information">
          <PersonFields form={form} />
        </Section>
        <Section title="Address">
          <AddressFields form={form} className="md:col-span-2" />
        </Section>
        <Section title="Email Template Group">
          <OfficeFields form={form} label="Template Group" />
          <OwnFields form={form} />
        </Section>
      </div>
    </FormDialog>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 font-serif text-lg font-semibold">{title}</legend>
    <div className="grid gap-4 md:grid-cols-2">{children}</div>
  </fieldset>
)

/** The message of the first check that fails in the Create User dialog, in the order of spec §5. */
export function checkNewClient(values: ClientValues): string | undefined {
  const filled = (...names: Array<Exclude<keyof ClientValues, 'own'>>) =>
    names.every((name) => values[name].trim() !== '')

  if (!filled('first_name', 'last_name', 'email', 'group_template')) {
    return 'First name, last name, email, and template group are required.'
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    return 'Please enter a valid email address.'
  }
  if (!filled('phone_number')) return 'Phone number is required.'
  const place = values.country === US ? (['state', 'zip_code'] as const) : []
  if (!filled('address', 'city', ...place)) {
    return 'Complete address information is required.'
  }
  if (!filled('client_number', 'phone_number')) {
    return 'Client number and phone number are required.'
  }
  return undefined
}
