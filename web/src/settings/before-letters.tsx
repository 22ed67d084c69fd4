import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { messageOf } from '../lib/call.ts'
import { useFirm } from '../lib/firm.ts'
import { useStats } from '../lib/use-stats.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { useSaveFirm } from './use-settings.ts'

interface BoxProps {
  className?: string
}

/** Asks before the first letters for the firm's name and for a try of their links. Later it shows nothing. */
export function BeforeLetters({ className = '' }: BoxProps) {
  const { data: stats } = useStats()
  return (
    <>
      <NameTheFirm className={className} />
      {stats?.mail.untried && (
        <p className={`${BOX} ${className}`}>
          <strong>Nobody has opened a link of this server yet.</strong>{' '}
          {/* In a new tab, since the preview of an import stays open over any screen. */}
          <Link to="/settings" target="_blank">
            Send yourself a test email
          </Link>{' '}
          first, and open its link outside the office, for instance on a phone.
        </p>
      )}
    </>
  )
}

const BOX = 'rounded-md border border-line-strong bg-sunk px-4 py-3'

function NameTheFirm({ className }: BoxProps) {
  const { isNamed, name } = useFirm()
  const [typed, setTyped] = useState('')
  const save = useSaveFirm()
  const id = useId()
  if (isNamed) return null
  return (
    <form
      className={`${BOX} ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { name: typed } })
      }}
    >
      <label htmlFor={id} className="mb-2 block">
        The letter is signed “{name}”. <strong>Name your firm:</strong>
      </label>
      <div className="flex max-w-130 gap-2.5">
        <input
          id={id}
          autoComplete="organization"
          className={controlClass}
          value={typed}
          readOnly={save.isPending}
          aria-invalid={save.error ? true : undefined}
          aria-describedby={save.error ? `${id}-error` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" blocked={save.isPending}>
          Save
        </Button>
      </div>
      {save.error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-semibold text-danger">
          {messageOf(save.error, 'The name could not be saved. Please try again.')}
        </p>
      )}
    </form>
  )
}
