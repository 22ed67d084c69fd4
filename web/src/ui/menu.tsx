import { Ellipsis } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface Item {
  label: string
  /** Stands at the other end of the item's line. */
  hint?: string
  onSelect: () => void
  danger?: boolean
}

interface MenuProps {
  /** Names the row for screen readers; the button shows three dots. */
  label?: string
  trigger?: ReactNode
  items: Item[]
}

export function Menu({ label, trigger, items }: MenuProps) {
  const chosen = useRef<() => void>(undefined)
  return (
    // A modal menu would hide the screen's landmark, in which it stands.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        {trigger ?? (
          <Button variant="quiet" size="icon" className="size-9!" aria-label={label}>
            <Ellipsis aria-hidden />
          </Button>
        )}
      </Radix.Trigger>
      <Radix.Portal container={document.getElementById('main')}>
        <Radix.Content
          data-motion
          align="end"
          sideOffset={4}
          collisionPadding={12}
          // Acts after the menu closes, so a dialog returns the focus to the trigger, not to a vanished item.
          onCloseAutoFocus={(event) => {
            const { activeElement } = document
            chosen.current?.()
            chosen.current = undefined
            // The chosen action moved the focus itself.
            if (document.activeElement !== activeElement) event.preventDefault()
          }}
          className="z-20 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(26rem,calc(100vw-1.5rem))] min-w-44 overflow-y-auto rounded-lg border border-line bg-panel p-1.5 shadow-up outline-none"
        >
          {items.map(({ label: name, hint, onSelect, danger }) => (
            <Radix.Item
              key={name}
              onSelect={() => {
                chosen.current = onSelect
              }}
              className={`flex cursor-pointer justify-between gap-6 rounded-md px-3 py-2 font-medium outline-none select-none data-highlighted:bg-sunk ${danger ? 'text-danger' : ''}`}
            >
              {name}
              {hint && (
                <span className="min-w-0 text-right font-normal text-ink-3 wrap-anywhere">
                  {hint}
                </span>
              )}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
