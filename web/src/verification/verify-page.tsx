import type { Language } from '@attest/contract/languages'
import { useEffect, useState } from 'react'
import { DeadLinkPage } from './dead-link.tsx'
import type { Details } from './details.ts'
import { Envelope } from './envelope.tsx'
import { Letter } from './letter.tsx'
import { LanguageChoice, type StartLanguage, useTexts } from './texts/languages.ts'
import { type Loaded, loadDetails, type Problem, type Thanks } from './verification-calls.ts'
import { VerificationForm } from './verification-form.tsx'

export type Screen = Loaded | { at: 'loading' } | ({ at: 'done'; details: Details } & Thanks)

interface Props {
  token: string
  start: Screen
}

/** @param startIn the language in which the server rendered the page */
export function VerifyPage({ startIn, ...props }: Props & { startIn: StartLanguage }) {
  const [chosen, setChosen] = useState(startIn)
  function setLanguage(language: Language) {
    setChosen({ language, isChosen: true })
    document.documentElement.lang = language
    // Lets a reload keep the language.
    history.replaceState(null, '', `?lang=${language}`)
  }
  return (
    <LanguageChoice value={{ ...chosen, setLanguage }}>
      <CurrentScreen {...props} />
    </LanguageChoice>
  )
}

function CurrentScreen({ token, start }: Props) {
  const [screen, setScreen] = useState(start)

  useEffect(() => {
    if (screen.at !== 'loading') return
    let left = false
    void loadDetails(token).then((loaded) => left || setScreen(loaded))
    return () => {
      left = true
    }
  }, [screen.at, token])

  switch (screen.at) {
    case 'loading':
      return <Loading />
    case 'dead':
      return <DeadLinkPage token={token} link={screen.link} asked={screen.asked} />
    case 'failed':
      return <NotLoaded why={screen.why} onRetry={() => setScreen({ at: 'loading' })} />
    case 'form':
      return (
        <VerificationForm
          token={token}
          start={screen.form}
          onDone={(details, thanks) => setScreen({ ...thanks, at: 'done', details })}
        />
      )
    case 'done':
      return <Done {...screen} />
  }
}

const Loading = () => (
  <main className="loading">
    <div role="status">
      <h1>{useTexts().loading}</h1>
    </div>
  </main>
)

function NotLoaded({ why, onRetry }: { why: Problem; onRetry: () => void }) {
  const { loadFailed, notChecked, problems, tryAgain } = useTexts()
  return (
    <Letter title={loadFailed}>
      <p>
        {problems[why]} {notChecked}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onRetry()
        }}
      >
        <button type="submit" className="button">
          {tryAgain}
        </button>
      </form>
    </Letter>
  )
}

function Done({ details, confirm, next, on }: Thanks & { details: Details }) {
  const { done } = useTexts()
  return (
    <Letter title={confirm ? done.almost : done.title}>
      <p>{done.thanks}</p>
      {confirm && <p>{done.confirm(details.email.trim())}</p>}
      <Envelope details={details} tense="will" />
      <p suppressHydrationWarning>{done.received(on ? new Date(on) : new Date())}</p>
      {next ? (
        <div className="screen-only">
          <p>{done.next(next.first_name)}</p>
          <form action={`/verify/${next.token}`}>
            <button type="submit" className="button">
              {done.openNext(next.first_name)}
            </button>
          </form>
        </div>
      ) : (
        !confirm && <p className="screen-only">{done.close}</p>
      )}
    </Letter>
  )
}
