import { type ReactNode, useId } from 'react'

interface PanelProps {
  /** With it the panel becomes a named region of the page. */
  title?: string
  mark?: ReactNode
  /** At the other end of the title's line. */
  end?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, mark, end, className = '', children }: PanelProps) {
  const id = useId()
  const look = `overflow-clip rounded-lg border border-line bg-panel shadow-panel ${className}`
  if (!title) return <div className={look}>{children}</div>
  return (
    <section aria-labelledby={id} className={look}>
      <header className="flex items-center gap-3 border-b border-line px-4 py-3 min-h-15.5 md:px-5.5">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {mark}
        {end && <div className="ml-auto flex gap-2">{end}</div>}
      </header>
      {children}
    </section>
  )
}
