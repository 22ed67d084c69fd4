import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { renderLetter, samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import type { Setting, Settings } from '@attest/contract/settings'
import { useDeferredValue, useMemo, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { messageOf } from '../lib/call.ts'
import { useLetterFirm } from '../templates/use-letter-firm.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Input, Select } from '../ui/field.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Mark } from '../ui/mark.tsx'
import { Aside, isFixed, Section, SettingField, useSection } from './section.tsx'
import { useRemoveLogo, useSaveFirm, useSaveLogo } from './use-settings.ts'

type Values = Record<'name' | 'phone' | 'address' | 'timeZone', string>

const valuesOf = ({ firm }: Settings): Values => ({
  name: firm.name.setBy === 'default' ? '' : (firm.name.value ?? ''),
  phone: firm.phone.value ?? '',
  address: firm.address.value ?? '',
  timeZone: firm.timeZone.setBy === 'default' ? '' : (firm.timeZone.value ?? ''),
})

const bodyOf = ({ name, phone, address, timeZone }: Values, { firm }: Settings) => ({
  ...(!isFixed(firm.name) && { name }),
  ...(!isFixed(firm.phone) && { phone: phone || null }),
  ...(!isFixed(firm.address) && { address: address || null }),
  ...(!isFixed(firm.timeZone) && { timeZone: timeZone || null }),
})

export function FirmSection({ settings }: { settings: Settings }) {
  const section = useSection({ name: 'firm', settings, valuesOf, bodyOf, save: useSaveFirm() })
  const { base, form, field, control } = section
  const { timeZone } = base.firm
  const zones = useMemo(
    () =>
      Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
    [],
  )
  return (
    <Section title="Firm" section={section} aside={<AsSeen control={form.control} />}>
      <SettingField label="Name clients know you by" {...field('name')}>
        <Input autoComplete="organization" {...control('name')} />
      </SettingField>
      <LogoField logo={settings.firm.logo} onSaved={section.takePart} />
      <SettingField label="Phone" optional {...field('phone')}>
        <Input type="tel" {...control('phone')} />
      </SettingField>
      <SettingField
        label="Postal address"
        optional
        {...field('address')}
        hint="On letters on paper: replies are sent there."
      >
        <Input {...control('address')} />
      </SettingField>
      <SettingField
        label="Time zone"
        {...field('timeZone')}
        hint="For the days and hours of rounds, reminders and reports."
      >
        <Select className="w-full" {...control('timeZone')} options={zones}>
          <option value="">
            {timeZone.setBy === 'default'
              ? `The server’s: ${timeZone.value?.replaceAll('_', ' ')}`
              : 'The server’s'}
          </option>
        </Select>
      </SettingField>
    </Section>
  )
}

/** The logo is saved at once, not with the other fields. */
interface LogoFieldProps {
  logo: Setting
  onSaved: (saved: Settings) => void
}

function LogoField({ logo, onSaved }: LogoFieldProps) {
  const file = useRef<HTMLInputElement>(null)
  const choose = useSaveLogo()
  const remove = useRemoveLogo()
  const isBusy = choose.isPending || remove.isPending
  const error = choose.error && messageOf(choose.error, 'The logo could not be saved.')
  return (
    <SettingField
      label="Logo"
      optional
      of={logo}
      hint="A PNG or JPEG of at most 512 KB. Letters show it 44 pixels high."
      {...(error && { error })}
    >
      <div className="flex flex-wrap items-center gap-2.5">
        {logo.value && (
          <img src={logo.value} alt="The logo" className="h-11 max-w-60 object-contain" />
        )}
        {!isFixed(logo) && (
          <>
            <input
              ref={file}
              type="file"
              accept="image/png,image/jpeg"
              aria-label="Logo"
              className="sr-only"
              tabIndex={-1}
              onChange={({ target }) => {
                const chosen = target.files?.[0]
                if (chosen) choose.mutate(chosen, { onSuccess: onSaved })
                target.value = ''
              }}
            />
            <Button blocked={isBusy} onClick={() => file.current?.click()}>
              {choose.isPending ? 'Saving...' : logo.value ? 'Change Logo' : 'Choose a Logo'}
            </Button>
            {logo.value && (
              <Button blocked={isBusy} onClick={() => remove.mutate({}, { onSuccess: onSaved })}>
                Remove
              </Button>
            )}
          </>
        )}
      </div>
    </SettingField>
  )
}

function AsSeen({ control }: { control: Control<Values> }) {
  const shown = useLetterFirm()
  const values = useDeferredValue(useWatch({ control }))
  const firm = { ...shown, name: values.name?.trim() || shown.name, phone: values.phone || null }
  const template = useTemplates().data?.find(({ id }) => id === DEFAULT_TEMPLATE)
  const letter = template && letterIn(template, 'en')
  return (
    <Aside title="How clients see it">
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
    </Aside>
  )
}
