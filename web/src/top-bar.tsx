import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { AccountMenu } from './account-menu.tsx'
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
