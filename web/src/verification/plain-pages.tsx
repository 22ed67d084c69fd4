import type { Language } from '@attest/contract/languages'
import { MAX_TEXT } from '@attest/contract/tidy'
import type { ComponentProps } from 'react'
import { firm } from '../lib/firm.ts'
import { Field } from './detail-field.tsx'
import { Letter } from './letter.tsx'
import { notForMe as en, type NotForMeTexts } from './texts/en.ts'
import { notForMe as es } from './texts/es.ts'
import { useLanguage, useLanguageQuery, useTexts } from './texts/languages.ts'
import type { DeadLink, Problem } from './verification-calls.ts'

// The server draws these pages without a script. The browser itself sends their forms.

export type PlainStep = 'not-for-me' | 'wrong-person' | 'died' | 'not-me' | 'confirm-email'

export type PlainScreen =
  | {
      at: 'plain'
      step: PlainStep
      values?: Record<string, string> | undefined
      errors?: Record<string, string> | undefined
      failed?: Problem
      done?: boolean
      dead?: DeadLink
    }
  /** `typed`: a code that was rejected, or ''. */
  | { at: 'code'; typed: string; problem?: 'noCode' | 'unknown' | 'tooOften' }

type At<Name> = Extract<PlainScreen, { at: Name }>

export const PlainPage = ({ token, screen }: { token: string; screen: PlainScreen }) =>
  screen.at === 'code' ? <CodePage {...screen} /> : <StepPage token={token} {...screen} />

const TEXTS: Record<Language, NotForMeTexts> = { en, es }

/** Asks first, as mail scanners open links, too. */
function StepPage({ token, step, done, dead, failed, ...entered }: At<'plain'> & Linked) {
  const { problems, mayTryAgain, buttonPages } = useTexts()
  const notForMe = TEXTS[useLanguage().language]
  if (dead) return <DeadPage link={dead} />
  if (step === 'not-for-me') return <Ways token={token} texts={notForMe} />
  const isButton = step === 'not-me' || step === 'confirm-email'
  const texts = isButton ? buttonPages[step] : notForMe[step]
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
        {step === 'died' && <DeathFields texts={notForMe.died} {...entered} />}
        {failed && (
          <p className="failure" role="alert" id="problems">
            {problems[failed]} {mayTryAgain(firm.phone !== null)}
          </p>
        )}
        <button type="submit" className="button">
          {texts.button}
        </button>
      </form>
      {!isButton && <Back to={`/verify/${token}/not-for-me`} text={notForMe.back} />}
    </Letter>
  )
}

interface Linked {
  token: string
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

function CodePage({ typed, problem }: At<'code'>) {
  const { code } = useTexts()
  return (
    <Letter title={code.title}>
      <form method="post" action={`/code${useLanguageQuery()}`} className="code-form">
        <p>{code.text}</p>
        <PlainField
          id="code"
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

const PlainField = (props: ComponentProps<typeof Field>) => (
  // autoFocus, as no script moves the focus to the wrong field.
  <Field maxLength={MAX_TEXT} autoFocus={props.error !== undefined} {...props} />
)

type Entered = Pick<At<'plain'>, 'values' | 'errors'>

const DeathFields = ({ texts, values, errors }: Entered & { texts: NotForMeTexts['died'] }) => (
  <fieldset className="group">
    {DEATH_FIELDS.map(({ name, ...input }) => (
      <PlainField
        key={name}
        id={name}
        label={texts.labels[name]}
        error={errors?.[name] ? texts.corrections[name] : undefined}
        defaultValue={values?.[name]}
        {...input}
      />
    ))}
  </fieldset>
)

const DEATH_FIELDS = [
  { name: 'died_on', type: 'date', min: '1900-01-01', optional: true },
  { name: 'name', required: true, autoComplete: 'name' },
  { name: 'phone_number', required: true, type: 'tel', autoComplete: 'tel' },
] as const

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
