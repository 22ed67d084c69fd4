import type { Settings } from '@attest/contract/settings'
import { Input, Select } from '../ui/field.tsx'
import { isFixed, Section, SettingField, useSection } from './section.tsx'
import { useSaveLinks, useSaveSecurity } from './use-settings.ts'

export function LinksSection({ settings }: { settings: Settings }) {
  const section = useSection({
    name: 'links',
    settings,
    valuesOf: ({ links }) => ({ days: links.days.value ?? '' }),
    bodyOf: ({ days }) => ({ days: Number(days) }),
    save: useSaveLinks(),
  })
  const { base, form, send } = section
  const { days } = base.links
  return (
    <Section title="Links" section={section} onSubmit={send({})} onUndo={() => form.reset()}>
      <SettingField
        label="Days a link works"
        of={days}
        error={form.formState.errors.days?.message}
        hint="Counted from the day a letter leaves. Links that were sent keep their day."
      >
        <Input
          inputMode="numeric"
          className="max-w-30"
          disabled={isFixed(days)}
          {...form.register('days')}
        />
      </SettingField>
    </Section>
  )
}

const SWITCH = [
  ['on', 'Yes'],
  ['off', 'No'],
] as const
type Switch = 'on' | 'off'

export function SecuritySection({ settings }: { settings: Settings }) {
  const section = useSection({
    name: 'security',
    settings,
    valuesOf: ({ security: { secondFactor, receipts } }) => ({
      secondFactor: (secondFactor.value ?? 'off') as Switch,
      receipts: (receipts.value ?? 'on') as Switch,
    }),
    bodyOf: (values, { security }) => ({
      ...(!isFixed(security.secondFactor) && { secondFactor: values.secondFactor }),
      ...(!isFixed(security.receipts) && { receipts: values.receipts }),
    }),
    save: useSaveSecurity(),
  })
  const { base, form, send } = section
  const { secondFactor, receipts } = base.security
  return (
    <Section title="Security" section={section} onSubmit={send({})} onUndo={() => form.reset()}>
      <SettingField
        label="Everyone signs in with a second step"
        of={secondFactor}
        hint="Who has none yet sets it up at the next sign-in: a code from an app, or a passkey."
      >
        <Select
          options={SWITCH}
          disabled={isFixed(secondFactor)}
          {...form.register('secondFactor')}
        />
      </SettingField>
      <SettingField
        label="Clients get a receipt of what they changed"
        of={receipts}
        hint="It goes to the address on file before, with a button for “This was not me”."
      >
        <Select options={SWITCH} disabled={isFixed(receipts)} {...form.register('receipts')} />
      </SettingField>
    </Section>
  )
}
