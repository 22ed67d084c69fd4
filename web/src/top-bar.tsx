import { Link } from '@tanstack/react-router'
import { LogOut, ScrollText, Settings, ShieldCheck, User, UserCog } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { signOut } from './auth/sign-in.ts'
import { useFirm } from './lib/firm.ts'
import { Button } from './ui/button.tsx'
import { leavePage } from './ui/leave-guard.tsx'
import { Mark } from './ui/mark.tsx'
import { Tooltip } from './ui/tooltip.tsx'

export function TopBar({ email, barred }: { email: string; barred: boolean }) {
  const { name } = useFirm()
  return (
    <header className="top-bar z-11 col-span-full flex items-center md:sticky md:top-0 low:static gap-3.5 border-b border-line bg-panel px-4 md:px-6">
      <Link
        to="/dashboard"
        className="flex min-w-0 items-center gap-3 font-serif text-[1.0625rem] font-semibold tracking-[0.01em] text-ink no-underline"
      >
        <Mark />
        <span className="truncate">{name}</span>
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <AccountMenu email={email} barred={barred} />
        <Tooltip text="Sign out">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Sign out"
            onClick={() => leavePage(signOut)}
          >
            <LogOut aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </header>
  )
}

const itemClass =
  'flex items-center gap-2.75 rounded-md px-3 py-2.25 font-medium text-ink-2 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent [&>svg]:size-[1.15em] [&>svg]:shrink-0'

/** `barred`: the administrator may open only the account page. */
function AccountMenu({ email, barred }: { email: string; barred: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
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
          className="z-20 w-68 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-panel p-1.5 shadow-up outline-none"
        >
          <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5">
            <p className="text-sm text-ink-3">Signed in as</p>
            <p className="font-semibold wrap-anywhere">{email}</p>
          </div>
          <nav aria-label="Account" className="flex flex-col gap-0.5">
            <Link to="/account" className={itemClass} onClick={close}>
              <UserCog aria-hidden />
              Your Account
            </Link>
            {!barred && (
              <>
                <Link to="/settings" className={itemClass} onClick={close}>
                  <Settings aria-hidden />
                  Settings
                </Link>
                <Link to="/administrators" className={itemClass} onClick={close}>
                  <ShieldCheck aria-hidden />
                  Administrators
                </Link>
                <Link to="/security-log" className={itemClass} onClick={close}>
                  <ScrollText aria-hidden />
                  Security Log
                </Link>
              </>
            )}
          </nav>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
