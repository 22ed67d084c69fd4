import { useState } from 'react'
import { firm } from '../lib/firm.ts'
import { Letter, PhoneLink, useFocusOn } from './letter.tsx'
import type { Texts } from './texts/en.ts'
import { useLanguageQuery, useTexts } from './texts/languages.ts'
import { type DeadLink, requestNewLink } from './verification-calls.ts'

interface Props {
  token: string
  link: DeadLink
  asked?: boolean
}

/** Shows no details, as an old email may be in other hands. */
export function DeadLinkPage({ token, link, asked }: Props) {
  const texts = useTexts().link
  if (link.code === 'link_answered')
    return (
      <Letter title={texts.answeredTitle(dayOf(link))} footer={texts.protection}>
        <p>{texts.answered}</p>
        <form method="post">
          <NewLink token={token} asked={asked} title={texts.stillWrong} plain />
        </form>
      </Letter>
    )
  const expired = link.code === 'link_expired'
  return (
    <Letter title={expired ? texts.expiredTitle : texts.invalidTitle} footer={texts.protection}>
      <p suppressHydrationWarning>{expired ? texts.expired(dayOf(link)) : texts.invalid}</p>
      <form method="post">
        <NewLink token={token} asked={asked} />
      </form>
    </Letter>
  )
}

/** Says within the form that the answer was not saved; typed text stays. Takes the focus after each try. */
export function DeadLinkNotice({ token, link }: Props) {
  const texts = useTexts().link
  const box = useFocusOn<HTMLParagraphElement>(link)
  return (
    <>
      <p className="failure" role="alert" tabIndex={-1} ref={box} suppressHydrationWarning>
        {reasonOf(link, texts)}
      </p>
      <NewLink token={token} />
    </>
  )
}

function reasonOf(link: DeadLink, texts: Texts['link']) {
  if (link.code === 'link_answered') return texts.secondAnswer(dayOf(link))
  const what = link.code === 'link_expired' ? texts.expired(dayOf(link)) : texts.invalid
  return `${what} ${texts.notSaved}`
}

const dayOf = ({ at }: { at: string }) => new Date(at)

interface NewLinkProps {
  token: string
  asked?: boolean
  title?: string
  plain?: boolean
}

function NewLink({ token, asked = false, title, plain }: NewLinkProps) {
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

/** Takes the focus of the button, which disappears. */
function Sent({ sent }: { sent: boolean }) {
  const { link } = useTexts()
  const box = useFocusOn<HTMLParagraphElement>(sent)
  return (
    <p className="sent-note" role="status" tabIndex={-1} ref={sent ? box : undefined}>
      {sent && link.sent}
    </p>
  )
}
