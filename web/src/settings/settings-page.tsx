import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { renderLetter, samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import type { Setting, Settings } from '@attest/contract/settings'
import { Lock } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallError } from '../lib/call.ts'
import { useFirm } from '../lib/firm.ts'
import { showFieldErrors } from '../lib/forms.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Saving } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { useSaveFirm, useSettings } from './use-settings.ts'

export default function SettingsPage() {
  useFirm()
  const reading = useSettings()
  return (
    <>
      <PageHeader title="Settings" text="What your clients see of the firm." />
      {reading.data ? (
        <FirmSection settings={reading.data} />
      ) : (
        <Panel title="Firm">
          {reading.error ? (
            <ReadError title="Failed to fetch the settings" reading={reading} />
          ) : (
            <div className="px-4 py-5 md:px-5.5">
              <SkeletonLines count={6} className="h-64" />
            </div>
          )}
        </Panel>
      )}
    </>
  )
}

type Values = Record<'name' | 'phone', string>

const valuesOf = ({ firm }: Settings): Values => ({
  name: firm.name.setBy === 'default' ? '' : (firm.name.value ?? ''),
  phone: firm.phone.value ?? '',
})

function FirmSection({ settings }: { settings: Settings }) {
  // A colleague's change must not be overwritten unseen.
  const [base, setBase] = useState(settings)
  const form = useForm({ defaultValues: valuesOf(base) })
  const save = useSaveFirm()
  const typed = Object.values(form.formState.dirtyFields).some(Boolean)
  const guard = useFormGuard(typed, save.isPending)
  const { firm } = base
  const take = (next: Settings, keepDirtyValues = false) => {
    setBase(next)
    form.reset(valuesOf(next), { keepDirtyValues })
  }
  const submit = form.handleSubmit(({ name, phone }) => {
    const body = {
      ...(firm.name.setBy !== 'server' && { name }),
      ...(firm.phone.setBy !== 'server' && { phone: phone || null }),
      saved: base.saved.firm,
    }
    save.mutate(
      { body },
      {
        onSuccess: (saved) => take(saved),
        onError: (error) => {
          showFieldErrors(form, error)
          const current = error instanceof CallError && error.body.current
          if (current) take(current as Settings, true)
        },
      },
    )
  })
  const errorOf = (field: keyof Values) => form.formState.errors[field]?.message
  return (
    <form noValidate onSubmit={submit}>
      <Panel title="Firm">
        <div className="grid lg:grid-cols-2">
          <Saving value={save.isPending}>
            <div className="grid content-start gap-4 px-4 py-5 md:px-5.5">
              <SettingField label="Name clients know you by" of={firm.name} error={errorOf('name')}>
                <Input
                  autoComplete="organization"
                  disabled={firm.name.setBy === 'server'}
                  {...form.register('name')}
                />
              </SettingField>
              <SettingField label="Phone" optional of={firm.phone} error={errorOf('phone')}>
                <Input
                  type="tel"
                  autoComplete="off"
                  disabled={firm.phone.setBy === 'server'}
                  {...form.register('phone')}
                />
              </SettingField>
              <div className="mt-1 flex gap-2.5">
                <Button type="submit" variant="primary" blocked={save.isPending || !typed}>
                  {save.isPending ? 'Saving...' : 'Save Changes'}
                </Button>
                {typed && (
                  <Button disabled={save.isPending} onClick={() => form.reset()}>
                    Undo
                  </Button>
                )}
              </div>
            </div>
          </Saving>
          <AsSeen form={form} />
        </div>
      </Panel>
      {guard.dialog}
    </form>
  )
}

interface SettingFieldProps {
  label: string
  optional?: boolean
  of: Setting
  error: string | undefined
  children: React.ReactNode
}

const SettingField = ({ of: { setBy, variable }, ...field }: SettingFieldProps) => (
  <Field
    {...field}
    hint={
      setBy === 'server' && (
        <span className="inline-flex items-center gap-1.5">
          <Lock aria-hidden className="size-3.5" />
          Set on the server by {variable}
        </span>
      )
    }
  />
)

/** The head of the client's page, and the letter, with what is typed. */
function AsSeen({ form: { control } }: { form: ReturnType<typeof useForm<Values>> }) {
  const { name: current } = useFirm()
  const values = useDeferredValue(useWatch({ control }))
  const firm = { name: values.name?.trim() || current, phone: values.phone || null }
  const template = useTemplates().data?.find(({ id }) => id === DEFAULT_TEMPLATE)
  const letter = template && letterIn(template, 'en')
  return (
    <section
      aria-label="How clients see it"
      className="border-line bg-sunk px-4 py-5 max-lg:border-t md:px-5.5 lg:border-l"
    >
      <h3 className="mb-3 text-md font-semibold text-ink-2">How clients see it</h3>
      <div className="rounded-lg border border-line bg-panel px-4 py-3.5">
        <p className="flex items-center gap-3 font-serif text-lg font-semibold wrap-anywhere">
          <Mark name={firm.name} />
          {firm.name}
        </p>
        <p className="mt-2 text-md text-ink-2">
          {firm.phone
            ? `Questions? Call ${firm.name}, ${firm.phone}`
            : 'Without a phone, your clients find no number to call.'}
        </p>
      </div>
      {letter && (
        <MailFrame
          title="The letter"
          html={renderLetter(letter, samplesFor(letter), firm).html}
          className="mt-3 h-120 overflow-hidden rounded-lg border border-line"
        />
      )}
    </section>
  )
}
