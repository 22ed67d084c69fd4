import { useState } from 'react'
import { shortDay } from '../lib/day.ts'
import { firm } from '../lib/firm.ts'
import { Letter } from './letter.tsx'
import { type DeadLink, type Pressed, pressButton } from './verification-calls.ts'

const PAGES = {
  'not-me': {
    title: 'Was this not you?',
    text: 'If somebody else changed your details, press the button. We will then stop our emails and look into it.',
    button: 'This Was Not Me',
    done: 'Thank you for telling us',
    next: 'We have stopped our emails to you, so nobody can change your details with them. Please call us, and we will put them right.',
  },
  'confirm-email': {
    title: 'Is this your email?',
    text: 'If you gave us this email address, press the button. Our emails will then come here.',
    button: 'Confirm My Email',
    done: 'Your email is confirmed',
    next: 'Thank you. Our emails will come to this address. You can close this page now.',
  },
} as const

export type OneButton = keyof typeof PAGES

export const isOneButton = (page: string): page is OneButton =>
  page === 'not-me' || page === 'confirm-email'

interface Props {
  page: OneButton
  token: string
  /** The server pressed it for a browser without the script. */
  start: Pressed | undefined
}

/** Opening it changes nothing: mail scanners open links, too. Only the button does. */
export function OneButtonPage({ page, token, start }: Props) {
  const [pressed, setPressed] = useState(start)
  const [busy, setBusy] = useState(false)
  const { title, text, button, done, next } = PAGES[page]

  async function press() {
    if (busy) return
    setBusy(true)
    setPressed(await pressButton(page, token))
    setBusy(false)
  }
  if (pressed?.at === 'done')
    return (
      <Letter title={done}>
        <p>{next}</p>
      </Letter>
    )
  if (pressed?.at === 'dead') return <DeadPage link={pressed.link} />
  return (
    <Letter title={title}>
      <p>{text}</p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void press()
        }}
      >
        <button type="submit" className="button" aria-disabled={busy}>
          {busy ? 'Sending...' : button}
        </button>
      </form>
      {pressed && !busy && (
        <p className="error" role="alert">
          {pressed.message} You can try again{firm.phone && ' or call us'}.
        </p>
      )}
    </Letter>
  )
}

const DeadPage = ({ link }: { link: DeadLink }) => (
  <Letter title="This link no longer works">
    <p suppressHydrationWarning>
      {link.code === 'link_expired'
        ? `It worked until ${shortDay(new Date(link.at))}. `
        : 'It was used up or replaced. '}
      If something is wrong with your details, please call us.
    </p>
  </Letter>
)
