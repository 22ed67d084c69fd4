import { Letter } from './letter.tsx'
import { NewLink } from './new-link.tsx'
import type { Texts } from './texts/en.ts'
import { useTexts } from './texts/use-texts.ts'
import { useFocusOn } from './use-focus-on.ts'
import type { DeadLink } from './verification-calls.ts'

interface Props {
  token: string
  link: DeadLink
  /** A new link was asked for without the script. */
  asked?: boolean
}

/** Without any details: an old email may be in other hands. */
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

/** In the form: the answer is not saved, and everything typed stays. Takes the focus after each try. */
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
