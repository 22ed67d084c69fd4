import type { Setting, Settings } from '@attest/contract/settings'
import { Button, CopyButton } from '../ui/button.tsx'
import { Input, Select } from '../ui/field.tsx'
import { Aside, isFixed, Section, SettingField, useSection, wholeIn } from './section.tsx'
import {
  useNewMetricsToken,
  useRemoveMetricsToken,
  useSaveLinks,
  useSaveSecurity,
} from './use-settings.ts'

type LinkValues = Record<'days' | 'roundDays' | 'reminders', string>

const linkValuesOf = ({ links }: Settings): LinkValues => ({
  days: links.days.value ?? '',
  roundDays: links.roundDays.value ?? '',
  reminders: links.reminders.value === 'none' ? '' : (links.reminders.value ?? ''),
})

export function LinksSection({ settings }: { settings: Settings }) {
  const section = useSection({
    name: 'links',
    settings,
    valuesOf: linkValuesOf,
    bodyOf: ({ days, roundDays, reminders }, { links }) => ({
      ...(!isFixed(links.days) && { days: wholeIn(days) }),
      ...(!isFixed(links.roundDays) && { roundDays: wholeIn(roundDays) }),
      ...(!isFixed(links.reminders) && { reminders: reminders.trim() || 'none' }),
    }),
    save: useSaveLinks(),
  })
  const { field, control } = section
  const number = { inputMode: 'numeric' as const, className: 'max-w-50' }
  return (
    <Section title="Links and Rounds" section={section}>
      <SettingField
        label="Days a link works"
        {...field('days')}
        hint="Counted from the day a letter leaves. Links that were sent keep their day."
      >
        <Input {...control('days')} {...number} />
      </SettingField>
      <SettingField
        label="Days of a round"
        {...field('roundDays')}
        hint="When a new round is due. Each round may have another day."
      >
        <Input {...control('roundDays')} {...number} />
      </SettingField>
      <SettingField
        label="Reminders of a round"
        {...field('reminders')}
        hint="Days after its start, like 7, 14, 21. Empty: none."
      >
        <Input {...control('reminders')} {...number} />
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
  const { field, control } = section
  return (
    <Section
      title="Security"
      section={section}
      aside={<Monitoring token={settings.security.metricsToken} onSaved={section.takePart} />}
    >
      <SettingField
        label="Everyone signs in with a second step"
        {...field('secondFactor')}
        hint="Administrators without one must set it up at once, you too: a code from an app, or a passkey."
      >
        <Select options={SWITCH} {...control('secondFactor')} />
      </SettingField>
      <SettingField
        label="Clients get a receipt of what they changed"
        {...field('receipts')}
        hint="It goes to the address on file before, with a button for “This was not me”."
      >
        <Select options={SWITCH} {...control('receipts')} />
      </SettingField>
    </Section>
  )
}

/** Shows a new token once, as the server never returns it again. */
interface MonitoringProps {
  token: Setting
  onSaved: (saved: Settings) => void
}

function Monitoring({ token: { setBy, variable, isUnreadable }, onSaved }: MonitoringProps) {
  const make = useNewMetricsToken()
  const remove = useRemoveMetricsToken()
  const isBusy = make.isPending || remove.isPending
  return (
    <Aside title="Monitoring">
      <p className="text-md text-ink-2">
        {setBy === 'server'
          ? `Prometheus reads /metrics by a token. Set on the server by ${variable}`
          : isUnreadable
            ? 'The stored token cannot be read, since the server’s secret key is another one. Make a new one.'
            : setBy === 'office'
              ? 'Prometheus reads /metrics by the token that was made here.'
              : 'Prometheus can read /metrics by a token. Without one, there is no such page.'}
      </p>
      {setBy !== 'server' && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Button
            blocked={isBusy}
            onClick={() => make.mutate({}, { onSuccess: (made) => onSaved(made.settings) })}
          >
            {setBy === 'office' ? 'Replace the Token' : 'Make a Token'}
          </Button>
          {setBy === 'office' && (
            <Button blocked={isBusy} onClick={() => remove.mutate({}, { onSuccess: onSaved })}>
              Remove
            </Button>
          )}
        </div>
      )}
      <div role="status" className="mt-3 empty:mt-0">
        {make.data && setBy === 'office' && (
          <div className="rounded-md border border-line-strong bg-panel px-4 py-3 text-md">
            <p className="font-semibold">Copy it now: it is not shown again.</p>
            <p className="mt-1 flex items-center gap-2 font-mono wrap-anywhere">
              {make.data.token}
              <CopyButton text={make.data.token} />
            </p>
          </div>
        )}
      </div>
    </Aside>
  )
}
