import { Link } from '@tanstack/react-router'
import { LogOut, User } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { signOut } from './auth/sign-in.ts'
import { firm } from './lib/firm.ts'
import { Button } from './ui/button.tsx'
import { Mark } from './ui/mark.tsx'
import { Tooltip } from './ui/tooltip.tsx'

export function TopBar({ email }: { email: string }) {
  return (
    <header className="z-10 col-span-full flex md:sticky md:top-0 items-center gap-3.5 border-b border-line bg-sheet px-4 md:px-6">
      <Link
        to="/dashboard"
        className="flex min-w-0 items-center gap-3 font-serif text-[1.0625rem] font-semibold tracking-[0.01em] text-ink no-underline"
      >
        <Mark />
        <span className="truncate">{firm.name}</span>
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <Popover.Root>
          <Tooltip text="Account">
            <Popover.Trigger asChild>
              <Button variant="quiet" size="icon" aria-label="Account">
                <User aria-hidden />
              </Button>
            </Popover.Trigger>
          </Tooltip>
          <Popover.Portal>
            <Popover.Content
              data-motion
              align="end"
              sideOffset={6}
              collisionPadding={12}
              aria-label="Account"
              className="z-20 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-sheet px-4.5 py-3.5 shadow-up outline-none"
            >
              <p className="text-sm text-ink-3">Signed in as</p>
              <p className="font-semibold wrap-anywhere">{email}</p>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
        <Tooltip text="Sign out">
          <Button variant="quiet" size="icon" aria-label="Sign out" onClick={signOut}>
            <LogOut aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </header>
  )
}
