import { readLink } from '@attest/contract/auth'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallError } from '../lib/call.ts'
import { useRead } from '../lib/use-read.ts'
import { buttonClass } from '../ui/button.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { BackToLogin, Entrance, Waiting } from './entrance.tsx'
import { ConfirmEmail, SignInByLink } from './link-steps.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Target of links in account emails. The token is behind the #, so it reaches no log. */
export default function LinkPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash)
  // Out of the address bar and the history, into this page's memory.
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: '/link', replace: true })
  }, [hash, navigate])
  return (
    <Entrance title="Your Link">
      {token ? (
        <MailedLink key={token} token={token} />
      ) : (
        // For example after a reload: the token is not stored.
        <Unusable
          title="Open the link in your email again"
          text="For your safety this page does not keep it."
        />
      )}
    </Entrance>
  )
}

function MailedLink({ token }: { token: string }) {
  const link = useRead(readLink, { body: { token }, queryKey: ['link', token], gcTime: 0 })
  if (link.isPending) return <Waiting>Checking the link...</Waiting>
  const status = link.error instanceof CallError ? link.error.status : 0
  if (status >= 400 && status < 500 && status !== 429) {
    return (
      <Unusable
        title="This link is invalid or has expired."
        text="A link works once, and only for a while. For a forgotten password you can ask for a new one here; for an invitation ask the administrator who sent it."
      />
    )
  }
  if (!link.data) return <ReadError title="The link could not be checked" reading={link} />
  const { kind, email, second_factor, authenticator_app } = link.data
  if (kind === 'magiclink') return <SignInByLink token={token} email={email} />
  if (kind === 'recovery' || kind === 'invite') {
    const factor = authenticator_app ? 'app' : 'recovery-code'
    const secondFactor = second_factor ? factor : undefined
    return <NewPasswordForm {...{ token, email, kind, secondFactor }} />
  }
  return <ConfirmEmail token={token} email={email} />
}

const Unusable = ({ title, text }: { title: string; text: string }) => (
  <div role="alert" className="text-center">
    <h2 className="text-xl">{title}</h2>
    <p className="mt-1 mb-5 text-ink-2">{text}</p>
    <div className="grid gap-2.5">
      <Link to="/forgot-password" className={buttonClass()}>
        Ask for a new link
      </Link>
      <BackToLogin />
    </div>
  </div>
)
