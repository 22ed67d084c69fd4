import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firm } from '../lib/firm.ts'
import { Mark } from '../ui/mark.tsx'

/** The firm's letterhead and phone, and a heading that takes the focus when the screen changes. */
export function Letter({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    document.title = `${title} · ${firm.name}`
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
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      {firm.phone && (
        <footer>
          Questions? Call {firm.name},{' '}
          <a href={`tel:${firm.phone.replace(/[^\d+]/g, '')}`}>{firm.phone}</a>.
        </footer>
      )}
    </div>
  )
}
