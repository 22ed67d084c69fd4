import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

interface Tab {
  name: string
  content: ReactNode
}

/** Tabs named by their titles; the arrow keys walk through them. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <Radix.Root defaultValue="0">
      <Radix.List aria-label={label} className="mb-5.5 flex gap-5.5 border-b border-line">
        {tabs.map(({ name }, n) => (
          <Radix.Trigger
            key={name}
            value={String(n)}
            className="-mb-px border-b-[2.5px] border-transparent py-2.5 font-semibold text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }, n) => (
        <Radix.Content key={name} value={String(n)} tabIndex={-1} className="outline-none">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
