import { tidyText } from '@attest/contract/tidy'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Input } from './field.tsx'

const DEBOUNCE_MS = 250

interface FilterBarProps {
  placeholder: string
  query: { search: string }
  onQuery: (changes: { search: string; page: number }, options: { replace: true }) => void
  children?: ReactNode
}

export const FilterBar = ({ placeholder, query, onQuery, children }: FilterBarProps) => (
  <search className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-3.5 md:px-5.5">
    <SearchBox
      placeholder={placeholder}
      value={query.search}
      onChange={(search) => onQuery({ search, page: 1 }, { replace: true })}
    />
    {children}
  </search>
)

interface SearchBoxProps {
  placeholder: string
  value: string
  onChange: (search: string) => void
}

/** Searches when the typing pauses, or at Enter. */
function SearchBox({ placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)

  // The back button and the sidebar can change the search.
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
        onValueChange={(next) => {
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(tidyText(next)), DEBOUNCE_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ask(tidyText(text))
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          document.querySelector<HTMLElement>('#main tr[tabindex]')?.focus()
        }}
      />
    </div>
  )
}
