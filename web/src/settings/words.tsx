import type { ReactNode } from 'react'

interface WordsProps {
  title: string
  text?: string
  words: string
  danger?: boolean
  children?: ReactNode
}

export const Words = ({ title, text, words, danger, children }: WordsProps) => (
  <div
    role={danger ? 'alert' : undefined}
    className={`rounded-md border px-4 py-3 text-md ${danger ? 'border-danger bg-danger-soft' : 'border-line-strong bg-panel'}`}
  >
    <p className={`font-semibold ${danger ? 'text-danger' : ''}`}>{title}</p>
    {text && <p className="text-ink-2">{text}</p>}
    <p className="mt-1 wrap-anywhere">{words}</p>
    {children}
  </div>
)
