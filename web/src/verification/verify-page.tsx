import type { PublicClient } from '@attest/contract/verification'
import { useEffect, useState } from 'react'
import type { Details } from './details.ts'
import { Envelope } from './envelope.tsx'
import { Letter } from './letter.tsx'
import { loadDetails } from './verification-calls.ts'
import { VerificationForm } from './verification-form.tsx'

type Screen =
  | { at: 'loading' | 'invalid' }
  | { at: 'trouble'; message: string }
  | { at: 'form'; client: PublicClient }
  | { at: 'done'; details: Details }

export function VerifyPage({ token }: { token: string }) {
  const [screen, setScreen] = useState<Screen>({ at: 'loading' })

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
    case 'invalid':
      return <InvalidLink />
    case 'trouble':
      return <Trouble message={screen.message} onRetry={() => setScreen({ at: 'loading' })} />
    case 'form':
      return (
        <VerificationForm
          token={token}
          client={screen.client}
          onDone={(details) => setScreen({ at: 'done', details })}
        />
      )
    case 'done':
      return <Done details={screen.details} />
  }
}

const InvalidLink = () => (
  <Letter title="Verification Link Invalid">
    <p>This verification link is invalid or has expired.</p>
    <p>
      A link works until you have answered, and for a limited time. If you have answered already,
      there is nothing left to do. Otherwise please use the link in the latest email from us.
    </p>
  </Letter>
)

const Trouble = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Letter title="Your details could not be loaded">
    <p>{message} We could not check your link yet.</p>
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  </Letter>
)

const Done = ({ details }: { details: Details }) => (
  <Letter title="Verification Complete">
    <p>Thank you for verifying your information.</p>
    <Envelope details={details} tense="will" />
    <p>You can close this page now.</p>
  </Letter>
)
