import type { Stats } from '@attest/contract/dashboard'
import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import {
  Inbox,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Mail,
  RefreshCw,
  Send,
  Settings2,
  Upload,
  Users,
} from 'lucide-react'
import { useOpenImport } from './imports/import-dialog-host.tsx'
import { formatDateTime, formatNumber } from './lib/format.ts'
import { useStats } from './lib/use-stats.ts'
import { useViews, viewSearch } from './lib/use-views.ts'

const itemClass =
  'flex items-center gap-2.75 rounded-md px-3 py-2.25 font-medium text-ink-2 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent max-md:flex-auto max-md:flex-col max-md:gap-0.5 max-md:px-0.5 max-md:py-1.5 max-md:text-[0.75rem] max-md:text-center max-md:leading-tight low:max-md:min-[30rem]:flex-row low:max-md:min-[30rem]:gap-1 low:max-md:min-[30rem]:py-1 [&>svg]:size-[1.15em] [&>svg]:shrink-0 max-md:[&>svg]:size-4.5'

export function Sidebar() {
  const openImport = useOpenImport()
  const stats = useStats()
  return (
    <nav
      aria-label="Main"
      className="z-10 row-start-2 border-line max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:bg-panel max-md:px-1 max-md:pt-1 low:max-md:pt-0.5 max-md:pb-[max(0.25rem,env(safe-area-inset-bottom))] md:border-r md:px-3.5"
    >
      <div className="flex gap-0.5 max-md:gap-0 md:sticky md:top-15 md:h-[calc(100dvh-3.75rem)] low:md:top-0 low:md:h-dvh md:flex-col md:overflow-y-auto md:py-5">
        <Item to="/dashboard" icon={LayoutGrid} name="Dashboard" />
        <Item to="/rounds" icon={RefreshCw} name="Rounds" />
        <Item to="/user-management" icon={Users} name="Clients" count={stats.data?.totalUsers} />
        <Views />
        {/* A phone reaches it from the dashboard. */}
        <Item to="/review" icon={ListChecks} name="Review" count={stats.data?.toReview} atDesk />
        <Link to="/email-templates" className={itemClass}>
          <Mail aria-hidden />
          <span>
            <span className="max-md:sr-only">Email </span>Templates
          </span>
        </Link>
        <button type="button" className={itemClass} onClick={openImport}>
          <Upload aria-hidden />
          <span>
            Import<span className="max-md:sr-only"> Data</span>
          </span>
        </button>
        <Item to="/mailings" icon={Send} name="Mailings" />
        {/* A phone's bar is full: it reaches the outbox by a note on the screens that send. */}
        {stats.data?.mail.provider === 'outbox' && (
          <Item to="/outbox" icon={Inbox} name="Outbox" atDesk />
        )}
        {/* A phone has it in the account's menu. */}
        <Item to="/settings" icon={Settings2} name="Settings" atDesk />
        {stats.data && <MailLine {...stats.data} />}
      </div>
    </nav>
  )
}

interface ItemProps {
  to: LinkProps['to']
  icon: LucideIcon
  name: string
  count?: number | undefined
  /** Hidden in a phone's bar. */
  atDesk?: boolean
}

const Item = ({ to, icon: Icon, name, count, atDesk }: ItemProps) => (
  <Link to={to} className={`${itemClass} ${atDesk ? 'max-md:hidden' : ''}`}>
    <Icon aria-hidden />
    {name}
    {count !== undefined && (
      <span className="ml-auto text-xs font-normal text-ink-3 max-md:hidden">
        {formatNumber(count)}
      </span>
    )}
  </Link>
)

/** The saved views. A phone shows them above the list instead. */
function Views() {
  const { data: views = [] } = useViews()
  const address = useSearch({ strict: false, select: ({ view = '' }: { view?: string }) => view })
  if (views.length === 0) return null
  return (
    <ul
      aria-label="Views of clients"
      className="mb-1 ml-6.5 border-l border-line pl-2 max-md:hidden"
    >
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to="/user-management"
            search={viewSearch(view)}
            activeOptions={{ exact: true }}
            aria-current={address.startsWith(`${view.id}-`) ? 'page' : undefined}
            className="block truncate rounded-md px-2.5 py-1.5 text-md text-ink-2 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent"
          >
            {view.name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const MailLine = ({ mail, lastMailingAt }: Stats) => (
  <p className="mt-auto px-3 py-3 text-[0.8125rem] wrap-anywhere text-ink-3 max-md:hidden">
    {mail.provider === 'outbox'
      ? 'No mail server yet: emails stay in the outbox'
      : `Mail server: ${mail.provider}`}
    {lastMailingAt && (
      <>
        <br />
        Last mailing {formatDateTime(lastMailingAt)}
      </>
    )}
  </p>
)
