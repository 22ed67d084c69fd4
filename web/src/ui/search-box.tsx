import { tidyText } from '@attest/contract/tidy'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../lib/use-keys.ts'
import { Input } from './field.tsx'

/** How long the typing rests before the list is asked. */
const DEBOUNCE_MS = 250

interface SearchBoxProps {
  placeholder: string
  value: string
  onChange: (search: string) => void
}

/** Asks once the typing rests, or at Enter. */
export function SearchBox({ placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => input.current?.focus() })

  // The back button and the sidebar change the search from outside.
  useEffect(() => {
    if (value === asked.current) return
    clearTimeout(timer.current)
    setText(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (search: string) => {
    clearTimeout(timer.current)
    asked.current = search
    onChange(search)
  }
  return (
    <div className="relative min-w-55 flex-1 max-md:basis-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.25 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={input}
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        className="peer pl-9.5 md:pr-11"
        value={text}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(tidyText(next)), DEBOUNCE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && ask(tidyText(text))}
      />
      {!text && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line bg-sunk px-1.75 font-sans text-sm text-ink-3 peer-focus:hidden max-md:hidden"
        >
          /
        </kbd>
      )}
    </div>
  )
}
