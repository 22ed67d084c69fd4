import { useState } from 'react'
import { firm } from '../lib/firm.ts'
import { PhoneLink } from './letter.tsx'
import { useFocusOn } from './use-focus-on.ts'
import { requestNewLink } from './verification-calls.ts'

interface Props {
  token: string
  told?: string
  title?: string
  /** The button is not the screen's main action. */
  plain?: boolean
}

/** What helps with a link that no longer works: another one, or a call. */
export function NewLink({ token, told = '', title, plain }: Props) {
  const [asking, setAsking] = useState(false)
  const [reply, setReply] = useState({ ok: told !== '', message: told })

  async function ask() {
    if (asking) return
    setAsking(true)
    setReply(await requestNewLink(token))
    setAsking(false)
  }
  return (
    <section className="envelope new-link">
      <div>
        {title && <h2>{title}</h2>}
        <p>We can email you a new link to check or correct your details.</p>
        <Told text={reply.ok ? reply.message : ''} />
        {!reply.ok && (
          <button
            type="submit"
            formAction={`/verify/${encodeURIComponent(token)}/new-link`}
            className={plain ? 'button plain' : 'button'}
            aria-disabled={asking}
            onClick={(event) => {
              event.preventDefault()
              void ask()
            }}
          >
            {asking ? 'Sending...' : 'Send Me a New Link'}
          </button>
        )}
        {!reply.ok && reply.message && (
          <p className="error" role="alert">
            {reply.message} You can try again{firm.phone && ' or call us'}.
          </p>
        )}
      </div>
      {firm.phone && (
        <div className="call">
          <p>Or call us:</p>
          <PhoneLink className="phone" />
        </div>
      )}
    </section>
  )
}

/** Takes the focus from the button, which goes away. */
function Told({ text }: { text: string }) {
  const box = useFocusOn<HTMLParagraphElement>(text)
  return (
    <p className="told" role="status" tabIndex={-1} ref={text ? box : undefined}>
      {text}
    </p>
  )
}
