import type { Language } from '@attest/contract/languages'
import { MAX_TEXT } from '@attest/contract/tidy'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { firm } from '../lib/firm.ts'
import { Letter } from './letter.tsx'
import { notForMe as en, type NotForMeTexts } from './texts/en.ts'
import { notForMe as es } from './texts/es.ts'
import { useLanguage, useLanguageQuery, useTexts } from './texts/languages.ts'
import type { DeadLink, Pressed, Problem } from './verification-calls.ts'

// The server draws these pages, and no script continues them: the browser itself sends their forms.

/** The last part of the page's address. */
export type AsideStep = 'not-for-me' | 'wrong-person' | 'died'

export type OneButton = 'not-me' | 'confirm-email'

export type PlainScreen =
  | {
      at: 'aside'
      step: AsideStep
      /** What the form brought, and what is wrong with it. */
      values?: Record<string, string> | undefined
      errors?: Record<string, string> | undefined
      failed?: Problem | undefined
      done?: boolean
    }
  | { at: 'button'; page: OneButton; pressed?: Pressed }
  /** `typed` did not lead to a page. */
  | { at: 'code'; typed: string; problem?: 'noCode' | 'unknown' | 'tooOften' }

type At<Name> = Extract<PlainScreen, { at: Name }>

export function PlainPage({ token, screen }: { token: string; screen: PlainScreen }) {
  switch (screen.at) {
    case 'aside':
      return <AsidePage token={token} {...screen} />
    case 'button':
      return <OneButtonPage {...screen} />
    case 'code':
      return <CodePage {...screen} />
  }
}

interface StepProps {
  texts: { title: string; text: string; button: string; done: string; next: string }
  done?: boolean | undefined
  failed?: Problem | undefined
  fields?: ReactNode
  back?: ReactNode
}

/** Asks before anything happens: mail scanners open links, too. */
function Step({ texts, done, failed, fields, back }: StepProps) {
  const { problems, mayTryAgain } = useTexts()
  if (done)
    return (
      <Letter title={texts.done}>
        <p>{texts.next}</p>
      </Letter>
    )
  return (
    <Letter title={texts.title}>
      <p>{texts.text}</p>
      <form method="post">
        {fields}
        {failed && (
          <p className="failure" role="alert" id="problems">
            {problems[failed]} {mayTryAgain(firm.phone !== null)}
          </p>
        )}
        <button type="submit" className="button">
          {texts.button}
        </button>
      </form>
      {back}
    </Letter>
  )
}

/** A link of a mail that has one button. */
function OneButtonPage({ page, pressed }: At<'button'>) {
  const { buttonPages } = useTexts()
  if (pressed?.at === 'dead') return <DeadPage link={pressed.link} />
  const failed = pressed?.at === 'failed' ? pressed.why : undefined
  return <Step texts={buttonPages[page]} done={pressed?.at === 'done'} failed={failed} />
}

function DeadPage({ link }: { link: DeadLink }) {
  const { buttonPages } = useTexts()
  const what =
    link.code === 'link_expired' ? buttonPages.expired(new Date(link.at)) : buttonPages.usedUp
  return (
    <Letter title={buttonPages.deadTitle}>
      <p>
        {what} {buttonPages.call}
      </p>
    </Letter>
  )
}

/** From a letter on paper to the client's page. */
function CodePage({ typed, problem }: At<'code'>) {
  const { code } = useTexts()
  return (
    <Letter title={code.title}>
      <form method="post" action={`/code${useLanguageQuery()}`} className="code-form">
        <p>{code.text}</p>
        <Field
          name="code"
          label={code.label}
          error={problem && code[problem]}
          defaultValue={typed}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <button type="submit" className="button">
          {code.open}
        </button>
      </form>
    </Letter>
  )
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  optional?: boolean
  error?: string | undefined
}

function Field({ name, label, optional, error, ...input }: FieldProps) {
  const { fields } = useTexts()
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {optional && <span className="optional"> {fields.optional}</span>}
      </label>
      <input
        id={name}
        name={name}
        maxLength={MAX_TEXT}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        // biome-ignore lint/a11y/noAutofocus: no script moves the focus to what is wrong
        autoFocus={error !== undefined}
        {...input}
      />
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

const TEXTS: Record<Language, NotForMeTexts> = { en, es }

/** For a reader who is not the client. */
function AsidePage({ token, step, values, errors, failed, done }: At<'aside'> & Linked) {
  const texts = TEXTS[useLanguage().language]
  if (step === 'not-for-me') return <Ways token={token} texts={texts} />
  const back = <Back to={`/verify/${token}/not-for-me`} text={texts.back} />
  const fields = step === 'died' && (
    <fieldset className="group">
      {DEATH_FIELDS.map(({ name, ...input }) => (
        <Field
          key={name}
          name={name}
          label={texts.died.labels[name]}
          error={errors?.[name] && texts.died.corrections[name]}
          defaultValue={values?.[name]}
          {...input}
        />
      ))}
    </fieldset>
  )
  return <Step texts={texts[step]} done={done} failed={failed} fields={fields} back={back} />
}

interface Linked {
  token: string
}

function Ways({ token, texts }: Linked & { texts: NotForMeTexts }) {
  const query = useLanguageQuery()
  return (
    <Letter title={texts.title}>
      <nav className="choice" aria-label={texts.title}>
        {(['wrong-person', 'helping', 'died'] as const).map((way) => (
          <a key={way} className="way" href={`/verify/${token}/${way}${query}`}>
            {texts[way].choice}
            <small>{texts[way].hint}</small>
          </a>
        ))}
      </nav>
      <Back to={`/verify/${token}`} text={texts.back} />
    </Letter>
  )
}

const Back = ({ to, text }: { to: string; text: string }) => (
  <p className="aside">
    <a href={to + useLanguageQuery()}>{text}</a>
  </p>
)

const DEATH_FIELDS = [
  { name: 'died_on', type: 'date', min: '1900-01-01', optional: true },
  { name: 'name', required: true, autoComplete: 'name' },
  { name: 'phone_number', required: true, type: 'tel', autoComplete: 'tel' },
] as const
