import type { ReactNode } from 'react'

/** Below rows or a form and always in sight; app.css keeps what has the focus clear of it. */
export const PageBar = ({ className, children }: { className: string; children: ReactNode }) => (
  <div
    className={`page-bar sticky bottom-0 z-1 flex flex-wrap items-center border-t border-line px-4 max-md:bottom-(--bottom-bar) md:px-5.5 ${className}`}
  >
    {children}
  </div>
)
