import type { Language } from '@attest/contract/languages'
import { MAX_TEXT } from '@attest/contract/tidy'
import { firm } from '../lib/firm.ts'
import { Letter } from './letter.tsx'
import { notForMe as en, type NotForMeTexts } from './texts/en.ts'
import { notForMe as es } from './texts/es.ts'
import { useLanguage, useLanguageQuery, useTexts } from './texts/languages.ts'
import type { Problem } from './verification-calls.ts'

/** The last part of the page's address. The server draws these pages, and no script continues them. */
export type AsideStep = 'not-for-me' | 'wrong-person' | 'died'

export interface Aside {
  at: 'aside'
  step: AsideStep
  /** What the form brought, and what is wrong with it. */
  values?: Record<string, string>
  errors?: Record<string, string>
  failed?: Problem
  done?: boolean
}

const TEXTS: Record<Language, NotForMeTexts> = { en, es }

export function NotForMePage({ token, aside }: { token: string; aside: Aside }) {
  const texts = TEXTS[useLanguage().language]
  if (aside.step === 'not-for-me') return <Ways token={token} texts={texts} />
  const { title, text, button, done, next } = texts[aside.step]
  if (aside.done)
    return (
      <Letter title={done}>
        <p>{next}</p>
      </Letter>
    )
  return (
    <Letter title={title}>
      <p>{text}</p>
      <form method="post">
        {aside.step === 'died' && <DeathFields aside={aside} texts={texts.died} />}
        <Failure failed={aside.failed} />
        <button type="submit" className="button">
          {button}
        </button>
      </form>
      <Back to={`/verify/${token}/not-for-me`} text={texts.back} />
    </Letter>
  )
}

function Ways({ token, texts }: { token: string; texts: NotForMeTexts }) {
  const query = useLanguageQuery()
  const ways = [
    ['wrong-person', texts['wrong-person']],
    ['helping', texts.helping],
    ['died', texts.died],
  ] as const
  return (
    <Letter title={texts.title}>
      <nav className="choice" aria-label={texts.title}>
        {ways.map(([way, { choice, hint }]) => (
          <a key={way} className="way" href={`/verify/${token}/${way}${query}`}>
            {choice}
            <small>{hint}</small>
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

function Failure({ failed }: { failed: Problem | undefined }) {
  const { problems, mayTryAgain } = useTexts()
  return (
    failed && (
      <p className="failure" role="alert" id="problems">
        {problems[failed]} {mayTryAgain(firm.phone !== null)}
      </p>
    )
  )
}

const CONTROLS = {
  died_on: { type: 'date', min: '1900-01-01' },
  name: { required: true, autoComplete: 'name' },
  phone_number: { required: true, type: 'tel', autoComplete: 'tel' },
} as const

interface DeathFieldsProps {
  aside: Aside
  texts: NotForMeTexts['died']
}

function DeathFields({ aside: { values = {}, errors = {} }, texts }: DeathFieldsProps) {
  const { fields, form } = useTexts()
  const names = Object.keys(CONTROLS) as (keyof typeof CONTROLS)[]
  const wrong = names.filter((name) => errors[name])
  return (
    <fieldset className="group">
      {wrong.length > 0 && (
        <p className="field error" role="alert" id="problems">
          {form.problems(wrong.length)}
        </p>
      )}
      {names.map((name) => (
        <div key={name} className="field">
          <label htmlFor={name}>
            {texts.labels[name]}
            {name === 'died_on' && <span className="optional"> {fields.optional}</span>}
          </label>
          <input
            id={name}
            name={name}
            maxLength={MAX_TEXT}
            defaultValue={values[name]}
            // biome-ignore lint/a11y/noAutofocus: no script moves the focus to what is wrong
            autoFocus={name === wrong[0]}
            aria-invalid={errors[name] ? true : undefined}
            aria-describedby={errors[name] && `${name}-error`}
            {...CONTROLS[name]}
          />
          {errors[name] && (
            <p className="error" id={`${name}-error`}>
              {texts.corrections[name]}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
