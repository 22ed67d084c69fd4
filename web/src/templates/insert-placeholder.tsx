import { SAMPLE_VALUES } from '@attest/contract/letter'
import { PLACEHOLDERS } from '@attest/contract/placeholders'
import { Braces } from 'lucide-react'
import * as Menu from 'radix-ui/dropdown-menu'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface InsertPlaceholderProps {
  onInsert: (placeholder: string) => void
}

/** Offers what a letter may say of its client, each with its sample. In place, so that it stays within its landmark. */
export function InsertPlaceholder({ onInsert }: InsertPlaceholderProps) {
  const chosen = useRef<string>(undefined)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>
        <Button size="sm">
          <Braces aria-hidden />
          Insert Placeholder
        </Button>
      </Menu.Trigger>
      <Menu.Content
        data-motion
        align="end"
        sideOffset={6}
        collisionPadding={12}
        onCloseAutoFocus={(event) => {
          if (!chosen.current) return
          event.preventDefault()
          onInsert(chosen.current)
          chosen.current = undefined
        }}
        className="z-20 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(26rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-sheet p-1.5 shadow-up outline-none"
      >
        {PLACEHOLDERS.map((name) => (
          <Menu.Item
            key={name}
            onSelect={() => {
              chosen.current = `{{${name}}}`
            }}
            className="flex cursor-pointer justify-between gap-6 rounded-md px-3 py-1.75 outline-none data-highlighted:bg-accent-soft"
          >
            <span className="font-semibold">{name}</span>
            <span className="truncate text-ink-3">{SAMPLE_VALUES[name]}</span>
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  )
}
