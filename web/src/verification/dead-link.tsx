import { shortDay } from '../lib/day.ts'
import { Letter } from './letter.tsx'
import { NewLink } from './new-link.tsx'
import { useFocusOn } from './use-focus-on.ts'
import type { DeadLink } from './verification-calls.ts'

interface Props {
  token: string
  link: DeadLink
  /** The reply to the wish for a new link, if the server drew it. */
  told?: string
}

const INVALID = 'This verification link is invalid or has expired.'

/** Without any details: an old email may be in other hands. */
export function DeadLinkPage({ token, link, told }: Props) {
  const footer =
    'To protect you, this page shows none of your details. We never ask for a password or a payment.'
  if (link.code === 'link_answered')
    return (
      <Letter title={`You answered on ${dayOf(link)}`} footer={footer}>
        <p>Thank you, we have your answer. There is nothing left to do.</p>
        <form method="post">
          <NewLink token={token} told={told} title="Something still wrong?" plain />
        </form>
      </Letter>
    )
  const expired = link.code === 'link_expired'
  return (
    <Letter title={expired ? 'This link has expired' : 'Verification Link Invalid'} footer={footer}>
      <p suppressHydrationWarning>{expired ? `This link worked until ${dayOf(link)}.` : INVALID}</p>
      <form method="post">
        <NewLink token={token} told={told} />
      </form>
    </Letter>
  )
}

/** In the form: the answer is not saved, and everything typed stays. Takes the focus after each try. */
export function DeadLinkNotice({ token, link }: Props) {
  const box = useFocusOn<HTMLParagraphElement>(link)
  return (
    <>
      <p className="failure" role="alert" tabIndex={-1} ref={box} suppressHydrationWarning>
        {reasonOf(link)}
      </p>
      <NewLink token={token} />
    </>
  )
}

function reasonOf(link: DeadLink) {
  if (link.code === 'link_answered')
    return `You have already answered with this link, on ${dayOf(link)}. This second answer was not saved.`
  const what = link.code === 'link_expired' ? `This link worked until ${dayOf(link)}.` : INVALID
  return `${what} Your answer was not saved.`
}

const dayOf = ({ at }: { at: string }) => shortDay(new Date(at))
