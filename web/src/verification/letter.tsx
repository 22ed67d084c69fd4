import { LANGUAGES } from '@attest/contract/languages'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firm } from '../lib/firm.ts'
import { Mark } from '../ui/mark.tsx'
import { TEXTS, useLanguage, useTexts } from './texts/languages.ts'

export const PhoneLink = ({ className }: { className?: string }) =>
  firm.phone && (
    <a className={className} href={`tel:${firm.phone.replace(/[^\d+]/g, '')}`}>
      {firm.phone}
    </a>
  )

export const titleOf = (heading: string) => `${heading} · ${firm.name}`

interface Props {
  title: string
  children: ReactNode
  hasErrors?: boolean
  footer?: string
}

/** The firm's letterhead and phone, and a heading that takes the focus when the screen changes. */
export function Letter({ title, children, hasErrors = false, footer }: Props) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    document.title = hasErrors ? texts.errorTitle(titleOf(title)) : titleOf(title)
  }, [title, hasErrors, texts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new screen
  useLayoutEffect(() => {
    // The script may load late: a person who has used the page keeps the focus.
    if (document.activeElement !== document.body) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [title])

  return (
    <div className="letter">
      <header className="letterhead">
        <div className="firm" translate="no">
          <Mark size={36} />
          {firm.name}
        </div>
        <LanguageLinks />
      </header>
      <main>
        <h1 ref={heading} tabIndex={-1} suppressHydrationWarning>
          {title}
        </h1>
        {children}
      </main>
      {(footer || firm.phone) && (
        <footer>
          {footer || (
            <>
              {texts.questions(firm.name)} <PhoneLink />.
            </>
          )}
        </footer>
      )}
    </div>
  )
}

/** Links to the page in the other languages. With the script, typed text stays. */
function LanguageLinks() {
  const { language, setLanguage } = useLanguage()
  return (
    <div className="languages">
      {LANGUAGES.filter((other) => other !== language).map((other, place) => (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: the link that was pressed keeps the focus
          key={place}
          href={`?lang=${other}`}
          lang={other}
          hrefLang={other}
          onClick={(event) => {
            event.preventDefault()
            setLanguage(other)
          }}
        >
          {TEXTS[other].language}
        </a>
      ))}
    </div>
  )
}

/** Focuses the element with the returned ref, at first and with each new `cause`. */
export function useFocusOn<E extends HTMLElement>(cause: unknown) {
  const box = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause is what moves the focus
  useLayoutEffect(() => box.current?.focus(), [cause])
  return box
}
