import { Link, Navigate } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { firm } from './lib/firm.ts'
import type { Barred } from './lib/session.ts'
import { Button, buttonClass } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { PageHeader } from './ui/page-header.tsx'
import { Panel } from './ui/panel.tsx'

/** Replaces every screen but the account until the administrator may see clients. */
export function BarredScreen({ barred }: { barred: Barred }) {
  if (barred === 'two_factor_required') return <Navigate to="/account" replace />
  return (
    <>
      <PageHeader title="Welcome" />
      <Panel>
        <EmptyState
          icon={Hourglass}
          title="Your account waits for approval"
          text={`You can start as soon as an administrator of ${firm.name} approves it.`}
          action={
            <div className="flex flex-wrap justify-center gap-2.5">
              <Button variant="primary" onClick={() => location.reload()}>
                Check again
              </Button>
              <Link to="/account" className={buttonClass()}>
                Your Account
              </Link>
            </div>
          }
        />
      </Panel>
    </>
  )
}
