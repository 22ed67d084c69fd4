import type { Settings } from '@attest/contract/settings'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CallError, messageOf } from '../lib/call.ts'
import { counted, formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, PasswordInput, Select } from '../ui/field.tsx'
import { Aside, isFixed, Section, SettingField, useSection, wholeIn } from './section.tsx'
import { useSaveMailbox, useTestMailbox } from './use-settings.ts'
import { Words } from './words.tsx'

const SERVER = ['host', 'port', 'security', 'user', 'password', 'signIn'] as const
const MICROSOFT = ['tenant', 'application', 'secret'] as const
type Name = (typeof SERVER)[number] | (typeof MICROSOFT)[number]
type Values = Record<Name, string>

const SECURITY = [
  ['tls', 'TLS from the start, usually port 993'],
  ['starttls', 'STARTTLS, usually port 143'],
  ['none', 'As the server offers, usually port 143'],
] as const
const PORTS: Record<string, string> = { tls: '993', starttls: '143', none: '143' }

export const SIGN_IN = [
  ['password', 'Password'],
  ['microsoft', 'Microsoft 365, by an application'],
] as const

const valuesOf = ({ mailbox }: Settings): Values => ({
  host: mailbox.host.value ?? '',
  port: mailbox.port.value ?? '993',
  security: mailbox.security.value ?? 'tls',
  user: mailbox.user.value ?? '',
  password: '',
  signIn: mailbox.signIn.value ?? 'password',
  tenant: mailbox.tenant.value ?? '',
  application: mailbox.application.value ?? '',
  secret: '',
})

/** Only what was typed: the rest stays as it is. An empty host or application: none. */
function bodyOf(values: Values, base: Settings) {
  const before = valuesOf(base)
  const isTyped = (names: readonly Name[]) => names.some((name) => values[name] !== before[name])
  const { host, port, user, password, tenant, application, secret } = values
  const server = {
    host,
    port: wholeIn(port),
    security: values.security as (typeof SECURITY)[number][0],
    user: user || null,
    signIn: values.signIn as (typeof SIGN_IN)[number][0],
    ...(password && { password }),
  }
  const microsoft = { tenant, application, ...(secret && { secret }) }
  return {
    ...(isTyped(SERVER) && { server: host ? server : null }),
    ...(isTyped(MICROSOFT) && { microsoft: tenant || application ? microsoft : null }),
  }
}

const fieldOf = (key: string) => key.replace(/^(?:server|microsoft)\./, '')

export function MailboxSection({ settings }: { settings: Settings }) {
  const save = useSaveMailbox()
  const section = useSection({ name: 'mailbox', settings, valuesOf, bodyOf, save, fieldOf })
  const { base, form, send, showError, isSaving } = section
  const [refusal, setRefusal] = useState<string>()
  const submit = (extra: object) => (event?: React.BaseSyntheticEvent) => {
    setRefusal(undefined)
    return send(extra, (error) => {
      if (error instanceof CallError && error.body.code === 'mail_check_failed')
        setRefusal(error.message)
      showError(error)
    })(event)
  }
  return (
    <Section
      title="Bounces and Replies"
      section={section}
      onSubmit={submit({})}
      onUndo={() => {
        form.reset()
        setRefusal(undefined)
      }}
      notice={
        refusal && (
          <Words title="Not saved: the mailbox cannot be opened like this." words={refusal} danger>
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
      aside={<Proof form={form} base={base} state={settings.mailboxState} showError={showError} />}
    >
      <p className="text-md text-ink-2">
        The mailbox that the sender’s address and replies lead to. It is only read: nothing in it is
        moved, marked or deleted.
      </p>
      <MailboxFields form={form} base={base} />
    </Section>
  )
}

interface Form {
  form: UseFormReturn<Values>
  base: Settings
}

function MailboxFields({ form, base: { mailbox } }: Form) {
  const errorOf = (field: Name) => form.formState.errors[field]?.message
  const of = (field: Name) => ({ of: mailbox[field], error: errorOf(field) })
  const control = (field: Name) => ({
    ...form.register(field),
    disabled: isFixed(mailbox[field]),
    autoComplete: 'off',
    spellCheck: false,
  })
  const followSecurity = (security: string) => {
    if (Object.values(PORTS).includes(form.getValues('port')))
      form.setValue('port', PORTS[security]!, { shouldDirty: true })
  }
  const byToken = form.watch('signIn') === 'microsoft'
  const isStored = mailbox.host.setBy === 'office' && mailbox.user.value !== null
  return (
    <>
      {mailbox.host.isUnreadable && (
        <Words
          danger
          title="The mailbox is not read: enter it again."
          words="The server’s secret key is another one, so the stored password cannot be read."
        />
      )}
      <div className="grid gap-4 md:grid-cols-[1fr_6rem]">
        <SettingField label="Mailbox server (IMAP)" optional {...of('host')}>
          <Input placeholder="imap.example.com" {...control('host')} />
        </SettingField>
        <Field label="Port" error={errorOf('port')}>
          <Input inputMode="numeric" {...control('port')} />
        </Field>
      </div>
      <Field label="Encryption" error={errorOf('security')}>
        <Select
          className="w-full"
          options={SECURITY}
          {...form.register('security', { onChange: (e) => followSecurity(e.target.value) })}
          disabled={isFixed(mailbox.security)}
        />
      </Field>
      <Field label="Sign in by" error={errorOf('signIn')}>
        <Select className="w-full" options={SIGN_IN} {...control('signIn')} />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="User" optional error={errorOf('user')}>
          <Input {...control('user')} />
        </Field>
        <Field label="Password" error={errorOf('password')}>
          <PasswordInput
            placeholder={!byToken && isStored ? 'Unchanged' : ''}
            {...control('password')}
            disabled={byToken || isFixed(mailbox.password)}
            autoComplete="new-password"
          />
        </Field>
      </div>
      {byToken && <MicrosoftFields of={of} control={control} stored={mailbox.tenant.value} />}
    </>
  )
}

interface MicrosoftProps {
  of: (field: Name) => { of: Settings['mailbox'][Name]; error: string | undefined }
  control: (field: Name) => object
  stored: string | null
}

/** The names of the fields are those that Entra shows. */
const MicrosoftFields = ({ of, control, stored }: MicrosoftProps) => (
  <fieldset className="grid gap-4 rounded-md border border-line px-4 pt-3 pb-4">
    <legend className="px-1 text-md font-semibold">Application in Microsoft Entra</legend>
    <SettingField label="Directory (tenant) ID" {...of('tenant')}>
      <Input {...control('tenant')} />
    </SettingField>
    <div className="grid gap-4 md:grid-cols-2">
      <SettingField label="Application (client) ID" {...of('application')}>
        <Input {...control('application')} />
      </SettingField>
      <SettingField label="Client secret" {...of('secret')}>
        <PasswordInput
          placeholder={stored ? 'Unchanged' : ''}
          {...control('secret')}
          autoComplete="new-password"
        />
      </SettingField>
    </div>
  </fieldset>
)

interface ProofProps extends Form {
  state: Settings['mailboxState']
  showError: (error: Error) => void
}

/** Opens the mailbox by what is typed; and how the reading goes. */
function Proof({ form, base, state, showError }: ProofProps) {
  const test = useTestMailbox()
  const begin = form.handleSubmit((values) =>
    test.mutate({ body: bodyOf(values, base) }, { onError: showError }),
  )
  const atField =
    test.error instanceof CallError && Object.keys(test.error.body.fields ?? {}).length > 0
  return (
    <Aside title="Is it read?">
      {state?.problem ? (
        <Words
          danger
          title="It cannot be read at present."
          words={state.problem}
          text="The server keeps trying."
        />
      ) : (
        <p className="text-md text-ink-2">{stateWords(state)}</p>
      )}
      <Button className="mt-4" blocked={test.isPending} onClick={() => void begin()}>
        <Inbox aria-hidden />
        {test.isPending ? 'Opening...' : 'Test the Mailbox'}
      </Button>
      <div role="status" className="mt-3 empty:mt-0">
        {test.data && (
          <Words
            title="The mailbox can be opened."
            words={
              test.data.folders
                .map(({ name, messages }) => `${name}: ${counted(messages, 'email', 'emails')}`)
                .join(', ') || 'Enter a mailbox server first.'
            }
          />
        )}
        {test.error && !atField && test.error.name !== 'AbortError' && (
          <Words
            danger
            title="The mailbox cannot be opened."
            words={messageOf(test.error, 'The server cannot be reached. Please try again.')}
          />
        )}
      </div>
    </Aside>
  )
}

function stateWords(state: Settings['mailboxState']): string {
  if (!state)
    return 'No mailbox is read. Clients whose email comes back count as asked, and nobody sees their replies.'
  const { readAt } = state
  return readAt ? `Read last on ${formatDateTime(readAt)}.` : 'It is read within a minute.'
}
