import { useState } from 'react'
import { firm } from '../lib/firm.ts'
import { PhoneLink } from './letter.tsx'
import { useLanguageQuery, useTexts } from './texts/use-texts.ts'
import { useFocusOn } from './use-focus-on.ts'
import { requestNewLink } from './verification-calls.ts'

interface Props {
  token: string
  /** Without the script. */
  asked?: boolean
  title?: string
  /** The button is not the screen's main action. */
  plain?: boolean
}

/** Offers another link or a call in place of a dead link. */
export function NewLink({ token, asked = false, title, plain }: Props) {
  const query = useLanguageQuery()
  const { link, sending, problems, mayTryAgain } = useTexts()
  const [asking, setAsking] = useState(false)
  const [reply, setReply] = useState<Awaited<ReturnType<typeof requestNewLink>>>({ ok: asked })

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
        <p>{link.offer}</p>
        <Sent sent={reply.ok} />
        {!reply.ok && (
          <button
            type="submit"
            formAction={`/verify/${encodeURIComponent(token)}/new-link${query}`}
            className={plain ? 'button plain' : 'button'}
            aria-disabled={asking}
            onClick={(event) => {
              event.preventDefault()
              void ask()
            }}
          >
            {asking ? sending : link.send}
          </button>
        )}
        {reply.why && (
          <p className="error" role="alert">
            {problems[reply.why]} {mayTryAgain(firm.phone !== null)}
          </p>
        )}
      </div>
      {firm.phone && (
        <div className="call">
          <p>{link.orCall}</p>
          <PhoneLink className="phone" />
        </div>
      )}
    </section>
  )
}

/** Takes the focus from the button, which goes away. */
function Sent({ sent }: { sent: boolean }) {
  const { link } = useTexts()
  const box = useFocusOn<HTMLParagraphElement>(sent)
  return (
    <p className="sent-note" role="status" tabIndex={-1} ref={sent ? box : undefined}>
      {sent && link.sent}
    </p>
  )
}
