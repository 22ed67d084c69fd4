import { tidyText } from '@attest/contract/tidy'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
        type="search"
        aria-label="Search"
        placeholder={placeholder}
        maxLength={200}
        className="pl-9.5"
        value={text}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(tidyText(next)), DEBOUNCE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && ask(tidyText(text))}
      />
    </div>
  )
}
