import { useId, useState } from 'react'
import { messageOf } from '../lib/call.ts'
import { useFirm } from '../lib/firm.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { useSaveFirm } from './use-settings.ts'

/** Asks for the firm's name before letters are sent. Shows nothing once the firm is named. */
export function NameTheFirm({ className = '' }: { className?: string }) {
  const { isNamed, name } = useFirm()
  const [typed, setTyped] = useState('')
  const save = useSaveFirm()
  const id = useId()
  if (isNamed) return null
  return (
    <form
      className={`rounded-md border border-line-strong bg-sunk px-4 py-3 ${className}`}
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
