import type { ReactNode } from 'react'

interface FactProps {
  label: string
  className?: string
  children: ReactNode
}

/** One entry of a `dl`: its name above its value. */
export const Fact = ({ label, className, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
