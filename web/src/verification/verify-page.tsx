import { useEffect, useState } from 'react'
import { fullDay } from '../lib/day.ts'
import { DeadLinkPage } from './dead-link.tsx'
import type { Details } from './details.ts'
import { Envelope } from './envelope.tsx'
import { Letter } from './letter.tsx'
import { type OneButton, OneButtonPage } from './one-button-page.tsx'
import { type Loaded, loadDetails, type Pressed } from './verification-calls.ts'
import { VerificationForm } from './verification-form.tsx'

export type Screen =
  | Loaded
  | { at: 'loading' }
  | { at: 'done'; details: Details }
  /** A page of its own address. */
  | { at: 'button'; page: OneButton; pressed?: Pressed }

interface Props {
  token: string
  /** What the server has drawn. */
  start: Screen
}

export function VerifyPage({ token, start }: Props) {
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
      return (
        <main className="loading">
          <div role="status">
            <h1>Loading verification form...</h1>
          </div>
        </main>
      )
    case 'dead':
      return <DeadLinkPage token={token} link={screen.link} told={screen.told} />
    case 'trouble':
      return <Trouble message={screen.message} onRetry={() => setScreen({ at: 'loading' })} />
    case 'form':
      return (
        <VerificationForm
          token={token}
          start={screen.form}
          onDone={(details) => setScreen({ at: 'done', details })}
        />
      )
    case 'button':
      return <OneButtonPage page={screen.page} token={token} start={screen.pressed} />
    case 'done':
      return <Done details={screen.details} />
  }
}

const Trouble = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Letter title="Your details could not be loaded">
    <p>{message} We could not check your link yet.</p>
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onRetry()
      }}
    >
      <button type="submit" className="button">
        Try again
      </button>
    </form>
  </Letter>
)

const Done = ({ details }: { details: Details }) => (
  <Letter title="Verification Complete">
    <p>Thank you for verifying your information.</p>
    <Envelope details={details} tense="will" />
    <p suppressHydrationWarning>We received your answer on {fullDay(new Date())}.</p>
    <p className="screen-only">You can close this page now.</p>
  </Letter>
)
