import { Link } from '@tanstack/react-router'
import type { ReactNode, SubmitEvent } from 'react'
import { firm } from '../lib/firm.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Panel } from '../ui/panel.tsx'

/** A screen before the sign-in: the firm's logo and name above one form. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center p-4 md:p-6">
      <title>{`${title} · ${firm.name}`}</title>
      <Panel className="w-full max-w-105 px-5 py-9 md:px-8.5">
        <h1 className="mb-7 flex flex-col items-center gap-3 text-center text-2xl">
          <Mark size={56} />
          {firm.name}
        </h1>
        {children}
      </Panel>
    </main>
  )
}

interface EntranceFormProps {
  title?: string
  text?: string
  label: string
  busy: boolean
  onSubmit: (event: SubmitEvent) => void
  children?: ReactNode
}

export const EntranceForm = ({
  title,
  text,
  label,
  busy,
  onSubmit,
  children,
}: EntranceFormProps) => (
  <form noValidate onSubmit={onSubmit} className="grid gap-4">
    {title && (
      <div>
        <h2 className="text-xl">{title}</h2>
        {text && <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p>}
      </div>
    )}
    {children}
    <Button type="submit" variant="primary" blocked={busy}>
      {busy ? 'Loading...' : label}
    </Button>
  </form>
)

export const Notice = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mb-5 rounded-md bg-sunk px-4 py-3">
    {children}
  </p>
)

export const Waiting = ({ children = 'Loading...' }: { children?: ReactNode }) => (
  <p role="status" className="py-16 text-center text-ink-2">
    {children}
  </p>
)

export const BackToLogin = () => (
  <Link to="/login" className={buttonClass({ variant: 'link', size: 'inline' })}>
    Back to Login
  </Link>
)
