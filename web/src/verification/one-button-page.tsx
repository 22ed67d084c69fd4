import { useState } from 'react'
import { firm } from '../lib/firm.ts'
import { Letter } from './letter.tsx'
import { useTexts } from './texts/languages.ts'
import { type DeadLink, type Pressed, pressButton } from './verification-calls.ts'

export type OneButton = 'not-me' | 'confirm-email'

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
  const { buttonPages, sending, problems, mayTryAgain } = useTexts()
  const { title, text, button, done, next } = buttonPages[page]

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
          {busy ? sending : button}
        </button>
      </form>
      {pressed && !busy && (
        <p className="error" role="alert">
          {problems[pressed.why]} {mayTryAgain(firm.phone !== null)}
        </p>
      )}
    </Letter>
  )
}

function DeadPage({ link }: { link: DeadLink }) {
  const { buttonPages } = useTexts()
  const what =
    link.code === 'link_expired' ? buttonPages.expired(new Date(link.at)) : buttonPages.usedUp
  return (
    <Letter title={buttonPages.deadTitle}>
      <p suppressHydrationWarning>
        {what} {buttonPages.call}
      </p>
    </Letter>
  )
}
