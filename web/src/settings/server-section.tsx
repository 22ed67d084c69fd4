import type { Setting, Settings } from '@attest/contract/settings'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CallError, messageOf } from '../lib/call.ts'
import type { Mutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Input, PasswordInput, Select } from '../ui/field.tsx'
import * as parts from './section.tsx'
import { Words } from './words.tsx'

type Values = Record<string, string>

interface FieldOf {
  name: string
  label: string
  optional?: boolean
  hint?: string | undefined
  type?: 'email' | 'password'
  options?: readonly (readonly [value: string, label: string])[]
  placeholder?: string
  /** Part of the server: the field of its name already says which variable sets it. */
  isPart?: boolean
}

type Row = FieldOf[]

const SERVER = ['host', 'port', 'security', 'user', 'password', 'signIn']

type Ports = Record<'tls' | 'starttls' | 'none', string>

export interface ServerKind<B> {
  name: 'email' | 'mailbox'
  title: string
  ports: Ports
  defaults: Values
  /** Null: an empty name means no server. Undefined: the name is required. */
  noServer?: null
  /** Typed fields outside the server; the others stay as stored. */
  bodyOf: (values: Values, isTyped: (...names: string[]) => boolean) => Omit<B, 'server'>
  words: Record<'refused' | 'unreadable' | 'aside' | 'test' | 'testing' | 'failed', string>
}

export function serverRows({ tls, starttls, none }: Ports, host: FieldOf, hint?: string): Row[] {
  const security = [
    ['tls', `TLS from the start, usually port ${tls}`],
    ['starttls', `STARTTLS, usually port ${starttls}`],
    ['none', `As the server offers, usually port ${none}`],
  ] as const
  const signIn = [
    ['password', 'Password'],
    ['microsoft', 'Microsoft 365, by an application'],
  ] as const
  return [
    [host, { name: 'port', label: 'Port', isPart: true }],
    [{ name: 'security', label: 'Encryption', isPart: true, options: security }],
    [{ name: 'signIn', label: 'Sign in by', hint, isPart: true, options: signIn }],
    [
      { name: 'user', label: 'User', optional: true, isPart: true },
      { name: 'password', label: 'Password', type: 'password', isPart: true },
    ],
  ]
}

interface ServerSectionProps<B, R> {
  kind: ServerKind<B>
  settings: Settings
  rows: Row[]
  tokenRows?: Row[]
  save: parts.Saver<B & { saved: string | null }>
  test: Mutation<{ body: B }, R>
  result: (data: R) => ReactNode
  state?: ReactNode
  children?: ReactNode
}

/** Settings of a mail server or mailbox, with a test of the typed values. */
export function ServerSection<B extends object, R>(props: ServerSectionProps<B, R>) {
  const { kind, settings, rows, tokenRows = [], save, test } = props
  const section = parts.useSection({
    name: kind.name,
    settings,
    valuesOf: (from) => valuesIn(kind, from),
    bodyOf: (values, from) => bodyIn(kind, values, from),
    save,
    fieldOf: (key) => key.replace(/^(?:server|microsoft)\./, ''),
  })
  const { base, form, send, showError, isSaving } = section
  /** The mail server's message about the last save that it rejected. */
  const [refusal, setRefusal] = useState<string>()
  const submit = (extra: object) => (event?: React.BaseSyntheticEvent) => {
    setRefusal(undefined)
    return send(extra, (error) => {
      if (error instanceof CallError && error.body.code === 'mail_check_failed')
        setRefusal(error.message)
      showError(error)
    })(event)
  }
  const begin = form.handleSubmit((values) =>
    test.mutate({ body: bodyIn(kind, values, base) }, { onError: showError }),
  )
  const anyway = (
    <Button size="sm" className="mt-3" blocked={isSaving} onClick={submit({ anyway: true })}>
      Save Anyway
    </Button>
  )
  const stored: Record<string, Setting> = base[kind.name]
  const byToken = form.watch('signIn') === 'microsoft'
  return (
    <parts.Section
      title={kind.title}
      section={section}
      onSubmit={submit({})}
      onUndo={() => {
        form.reset()
        setRefusal(undefined)
      }}
      notice={
        refusal && (
          <Words title={kind.words.refused} words={refusal} danger>
            {anyway}
          </Words>
        )
      }
      aside={
        <parts.Aside title={kind.words.aside}>
          {props.state}
          <Button blocked={test.isPending} onClick={() => void begin()}>
            {test.isPending ? kind.words.testing : kind.words.test}
          </Button>
          <div role="status" className="mt-3 empty:mt-0">
            {test.data && props.result(test.data)}
            <Failure title={kind.words.failed} error={test.error} />
          </div>
          {props.children}
        </parts.Aside>
      }
    >
      {stored.host!.isUnreadable && (
        <Words
          danger
          title={kind.words.unreadable}
          words="The server’s secret key is another one, so the stored password cannot be read."
        />
      )}
      {[...rows, ...(byToken ? tokenRows : [])].map((row) => (
        <div key={row[0]!.name} className={GRIDS[row.length]}>
          {row.map((field) => (
            <TypedField key={field.name} {...{ field, form, stored, ports: kind.ports }} />
          ))}
        </div>
      ))}
    </parts.Section>
  )
}

const GRIDS = ['', '', 'grid gap-4 md:grid-cols-2']

function Failure({ title, error }: { title: string; error: Error | null }) {
  const atField = error instanceof CallError && Object.keys(error.body.fields ?? {}).length > 0
  if (!error || atField || error.name === 'AbortError') return null
  const words = messageOf(error, 'The server cannot be reached. Please try again.')
  return <Words danger title={title} words={words} />
}

function valuesIn(
  { name, defaults }: Pick<ServerKind<object>, 'name' | 'defaults'>,
  from: Settings,
) {
  const fields = Object.entries<Setting>(from[name]).map(([field, { value, setBy }]) => [
    field,
    (setBy === 'default' ? null : value) ?? defaults[field] ?? '',
  ])
  return Object.fromEntries(fields) as Values
}

function bodyIn<B>(kind: ServerKind<B>, values: Values, base: Settings): B {
  const before = valuesIn(kind, base)
  const isTyped = (...names: string[]) => names.some((name) => values[name] !== before[name])
  const { host, port, security, user, password, signIn } = values
  const server = {
    ...{ host, port: parts.wholeIn(port!), security, user: user || null, signIn },
    ...(password && { password }),
  }
  return {
    ...kind.bodyOf(values, isTyped),
    ...(isTyped(...SERVER) && { server: host || kind.noServer === undefined ? server : null }),
  } as B
}

interface TypedFieldProps {
  field: FieldOf
  form: UseFormReturn<Values>
  stored: Record<string, Setting>
  ports: Values
}

function TypedField({ field, form, stored, ports }: TypedFieldProps) {
  const { name, type, options, placeholder, isPart, ...shown } = field
  const of = stored[name]!
  const isUnused = name === 'password' && form.watch('signIn') === 'microsoft'
  const owner = stored[name === 'secret' ? 'tenant' : 'user']!
  const isStored = owner.setBy === 'office' && owner.value !== null
  const onChange = ({ target }: { target: { value: string } }) => {
    if (name === 'security' && Object.values(ports).includes(form.getValues('port')!))
      form.setValue('port', ports[target.value]!, { shouldDirty: true })
  }
  const control = {
    ...form.register(name, { onChange }),
    disabled: parts.isFixed(of) || isUnused,
    spellCheck: false,
  }
  return (
    <parts.SettingField
      {...shown}
      of={isPart ? { ...of, setBy: 'office' } : of}
      error={form.formState.errors[name]?.message}
    >
      {options ? (
        <Select className="w-full" options={options} {...control} />
      ) : type === 'password' ? (
        <PasswordInput
          placeholder={isStored && !isUnused ? 'Unchanged' : ''}
          {...control}
          autoComplete="new-password"
        />
      ) : (
        <Input type={type} placeholder={placeholder} {...control} />
      )}
    </parts.SettingField>
  )
}
