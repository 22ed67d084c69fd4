import type { Settings } from '@attest/contract/settings'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CallError, messageOf } from '../lib/call.ts'
import { useFirm } from '../lib/firm.ts'
import { formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, PasswordInput, Select } from '../ui/field.tsx'
import { SIGN_IN } from './mailbox-section.tsx'
import { Aside, isFixed, rateIn, Section, SettingField, useSection, wholeIn } from './section.tsx'
import { useSaveEmail, useTestEmail } from './use-settings.ts'
import { Words } from './words.tsx'

const SERVER = ['host', 'port', 'security', 'user', 'password', 'signIn'] as const
type Name = (typeof SERVER)[number] | 'senderName' | 'senderAddress' | 'replyTo' | 'rate'
type Values = Record<Name, string>

const SECURITY = [
  ['starttls', 'STARTTLS, usually port 587'],
  ['tls', 'TLS from the start, usually port 465'],
  ['none', 'As the server offers, usually port 25'],
] as const
const PORTS: Record<string, string> = { starttls: '587', tls: '465', none: '25' }

const valuesOf = ({ email }: Settings): Values => ({
  senderName: email.senderName.value ?? '',
  senderAddress: email.senderAddress.setBy === 'default' ? '' : (email.senderAddress.value ?? ''),
  replyTo: email.replyTo.value ?? '',
  host: email.host.value ?? '',
  port: email.port.value ?? '587',
  security: email.security.value ?? 'starttls',
  user: email.user.value ?? '',
  password: '',
  signIn: email.signIn.value ?? 'password',
  rate: email.rate.value ?? '',
})

/** Only what was typed: the rest stays as it is. */
function bodyOf(values: Values, base: Settings) {
  const before = valuesOf(base)
  const isTyped = (...names: Name[]) => names.some((name) => values[name] !== before[name])
  const { host, port, user, password } = values
  return {
    ...(isTyped('senderName', 'senderAddress') && {
      senderName: values.senderName || null,
      senderAddress: values.senderAddress,
    }),
    ...(isTyped('replyTo') && { replyTo: values.replyTo || null }),
    ...(isTyped('rate') && { rate: values.rate === '' ? null : rateIn(values.rate) }),
    ...(isTyped(...SERVER) && {
      server: {
        host,
        port: wholeIn(port),
        security: values.security as (typeof SECURITY)[number][0],
        user: user || null,
        signIn: values.signIn as (typeof SIGN_IN)[number][0],
        ...(password && { password }),
      },
    }),
  }
}

const fieldOf = (key: string) => key.replace('server.', '')

export function EmailSection({ settings }: { settings: Settings }) {
  const save = useSaveEmail()
  const section = useSection({ name: 'email', settings, valuesOf, bodyOf, save, fieldOf })
  const { base, form, send, showError, isSaving } = section
  /** The server's words of the last save that it refused. */
  const [refusal, setRefusal] = useState<string>()
  const onError = (error: Error) => {
    const isRefused = error instanceof CallError && error.body.code === 'mail_check_failed'
    setRefusal(isRefused ? error.message : undefined)
    showError(error)
  }
  const submit = (extra: object) => (event?: React.BaseSyntheticEvent) => {
    setRefusal(undefined)
    return send(extra, onError)(event)
  }
  return (
    <Section
      title="Email"
      section={section}
      onSubmit={submit({})}
      onUndo={() => {
        form.reset()
        setRefusal(undefined)
      }}
      notice={
        refusal && (
          <Words
            title="Not saved: the mail server cannot be used like this."
            words={refusal}
            danger
          >
            <Button
              size="sm"
              className="mt-3"
              blocked={isSaving}
              onClick={submit({ anyway: true })}
            >
              Save Anyway
            </Button>
          </Words>
        )
      }
      aside={<Proof form={form} base={base} address={settings.address} showError={showError} />}
    >
      <EmailFields form={form} base={base} />
    </Section>
  )
}

interface Form {
  form: UseFormReturn<Values>
  base: Settings
}

function EmailFields({ form, base: { email } }: Form) {
  const { name } = useFirm()
  const errorOf = (field: Name) => form.formState.errors[field]?.message
  const of = (field: Name) => ({ of: email[field], error: errorOf(field) })
  const control = (field: Name) => ({
    ...form.register(field),
    disabled: isFixed(email[field]),
    autoComplete: 'off',
    spellCheck: false,
  })
  const followSecurity = (security: string) => {
    const port = form.getValues('port')
    if (Object.values(PORTS).includes(port))
      form.setValue('port', PORTS[security]!, { shouldDirty: true })
  }
  const byToken = form.watch('signIn') === 'microsoft'
  const hasPassword = !byToken && email.host.setBy === 'office' && email.user.value !== null
  return (
    <>
      {email.host.isUnreadable && (
        <Words
          danger
          title="No email is being sent: enter the mail server again."
          words="The server’s secret key is another one, so the stored password cannot be read."
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <SettingField label="Sender’s name" optional {...of('senderName')}>
          <Input placeholder={name} {...control('senderName')} />
        </SettingField>
        <SettingField label="Sender’s address" {...of('senderAddress')}>
          <Input
            type="email"
            placeholder={email.senderAddress.value ?? ''}
            {...control('senderAddress')}
          />
        </SettingField>
      </div>
      <SettingField label="Replies go to" optional {...of('replyTo')}>
        <Input type="email" {...control('replyTo')} />
      </SettingField>
      <div className="grid gap-4 md:grid-cols-[1fr_6rem]">
        <SettingField label="Mail server" {...of('host')}>
          <Input placeholder="smtp.example.com" {...control('host')} />
        </SettingField>
        <Field label="Port" error={errorOf('port')}>
          <Input inputMode="numeric" {...control('port')} />
        </Field>
      </div>
      <Field label="Encryption" error={errorOf('security')}>
        <Select
          className="w-full"
          options={SECURITY}
          {...form.register('security', {
            onChange: (event) => followSecurity(event.target.value),
          })}
          disabled={isFixed(email.security)}
        />
      </Field>
      <Field
        label="Sign in by"
        error={errorOf('signIn')}
        hint={byToken && 'By the application that is entered below.'}
      >
        <Select className="w-full" options={SIGN_IN} {...control('signIn')} />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="User" optional error={errorOf('user')}>
          <Input {...control('user')} />
        </Field>
        <Field label="Password" error={errorOf('password')}>
          <PasswordInput
            placeholder={hasPassword ? 'Unchanged' : ''}
            {...control('password')}
            disabled={byToken || isFixed(email.password)}
            autoComplete="new-password"
          />
        </Field>
      </div>
      <SettingField
        label="Emails a second, at most"
        optional
        {...of('rate')}
        hint="Some providers block a sender who is faster than they allow."
      >
        <Input inputMode="decimal" className="max-w-30" {...control('rate')} />
      </SettingField>
    </>
  )
}

interface ProofProps extends Form {
  /** As read last: the test email's link may be opened in another tab. */
  address: Settings['address']
  showError: (error: Error) => void
}

/** A test email by what is typed, and whether its link was opened. */
function Proof({ form, base, address: { value: address, openedAt }, showError }: ProofProps) {
  const test = useTestEmail()
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
  const begin = form.handleSubmit((values) =>
    test.mutate({ body: bodyOf(values, base) }, { onError: showError }),
  )
  const atField =
    test.error instanceof CallError && Object.keys(test.error.body.fields ?? {}).length > 0
  return (
    <Aside title="Does it work?">
      <Button blocked={test.isPending} onClick={() => void begin()}>
        <Send aria-hidden />
        {test.isPending ? 'Sending...' : 'Send Me a Test Email'}
      </Button>
      <div role="status" className="mt-3 empty:mt-0">
        {test.data && (
          <Words
            title="The mail server accepted it."
            text={`To ${test.data.to}, in ${(test.data.milliseconds / 1000).toFixed(1)} s. Look in the junk folder, too.`}
            words={test.data.response}
          />
        )}
        {test.error && !atField && test.error.name !== 'AbortError' && (
          <Words
            danger
            title="The test email was not sent."
            words={messageOf(test.error, 'The server cannot be reached. Please try again.')}
          />
        )}
      </div>
      <h4 className="mt-6 mb-1 text-md font-semibold text-ink-2">Links in letters lead to</h4>
      <p className="font-semibold wrap-anywhere">{address}</p>
      <p className="mt-1 text-md text-ink-2">
        {isLocal
          ? 'Clients cannot open it: it leads to their own computer. Whoever runs the server sets another address.'
          : openedAt
            ? `Opened by the link of a test email on ${formatDateTime(openedAt)}.`
            : 'Not opened yet. Send yourself a test email, and open its link outside the office, for instance on a phone.'}
      </p>
      <p className="mt-6">
        <Link to="/delivery">Check the firm’s domain</Link>
      </p>
    </Aside>
  )
}
