import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'

interface Tab {
  id: string
  name: string
  count?: number
  content: ReactNode
  /** Keeps the content mounted behind other tabs, as it may hold typed text. */
  keep?: boolean
}

interface TabsProps {
  label: string
  tabs: Tab[]
  value: string
  onChange: (id: string) => void
  className?: string
}

/** Tabs with their titles as names. The arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange, className = 'mb-5.5' }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className={`flex gap-5.5 border-b border-line ${className}`}>
        {tabs.map(({ id, name, count }) => (
          <Radix.Trigger
            key={id}
            value={id}
            // Radix focuses the tab by script, so the browser would draw the ring even for the mouse.
            onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
            className="-mb-px border-b-[2.5px] border-transparent py-2.5 font-semibold text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent"
          >
            {name}{' '}
            {count !== undefined && (
              <span className="text-md font-normal text-ink-3">{formatNumber(count)}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content, keep }) => (
        <Radix.Content
          key={id}
          value={id}
          forceMount={keep || undefined}
          tabIndex={-1}
          className="outline-none data-[state=inactive]:hidden"
        >
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
