import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firm } from '../lib/firm.ts'
import { Mark } from '../ui/mark.tsx'

/** Only where the firm has a phone. */
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
  /** Instead of the firm's phone. */
  footer?: string
}

/** The firm's letterhead and phone, and a heading that takes the focus when the screen changes. */
export function Letter({ title, children, footer }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    document.title = titleOf(title)
    // The script may come after the first press.
    if (document.activeElement !== document.body) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [title])

  return (
    <div className="letter">
      <header className="letterhead">
        <Mark size={36} />
        {firm.name}
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
              Questions? Call {firm.name}, <PhoneLink />.
            </>
          )}
        </footer>
      )}
    </div>
  )
}
