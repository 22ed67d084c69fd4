import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

/** The control has its own accessible name. Not in a portal, so that the hint stays within its landmark. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-30 rounded-md forced-colors:border bg-ink px-2.5 py-1.5 text-sm text-paper"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}
