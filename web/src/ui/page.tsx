import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ComponentProps, MouseEventHandler, ReactNode } from 'react'
import { firm } from '../lib/firm.ts'

interface PageHeaderProps {
  title: string
  badge?: ReactNode
  text?: ReactNode
  above?: ReactNode
  actions?: ReactNode
}

/** A screen's heading and buttons. Also names the browser's tab. */
export function PageHeader({ title, badge, text, above, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-4">
      <title>{`${title} · ${firm.name}`}</title>
      <div className="min-w-0 flex-[1_1_15rem] max-md:basis-full">
        {above}
        <h1 className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-[1.5rem] wrap-anywhere md:text-3xl">
          <span>{title}</span>
          {badge}
        </h1>
        {text && <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2.5 max-md:w-full max-md:*:flex-1">{actions}</div>
      )}
    </header>
  )
}

interface BackLinkProps {
  to: LinkProps['to']
  params?: Record<string, string>
  onClick?: MouseEventHandler
  children: ReactNode
}

export const BackLink = ({ to, params, onClick, children }: BackLinkProps) => (
  <Link
    to={to}
    params={params as never}
    onClick={onClick}
    className="-ml-1 mb-2 inline-flex items-center gap-1 rounded-sm text-accent no-underline hover:underline"
  >
    <ChevronLeft aria-hidden className="size-4.5" />
    {children}
  </Link>
)

/** A bar below rows or a form that stays in sight. app.css scrolls focused controls clear of it. */
export const PageBar = ({ className, children }: { className: string; children: ReactNode }) => (
  <div
    className={`page-bar sticky bottom-0 z-1 flex flex-wrap items-center border-t border-line px-4 max-md:bottom-(--bottom-bar) md:px-5.5 ${className}`}
  >
    {children}
  </div>
)

type Anchor = ComponentProps<'a'>
interface IdLinkProps extends Pick<Anchor, 'className' | 'tabIndex' | 'onClick' | 'children'> {
  id: number | string
  search?: LinkProps['search']
  state?: LinkProps['state']
}

export const ClientLink = ({ id, ...rest }: IdLinkProps) => (
  <Link to="/user-management/$userId" params={{ userId: String(id) }} {...rest} />
)

export const RoundLink = ({ id, ...rest }: IdLinkProps) => (
  <Link to="/rounds/$id" params={{ id: String(id) }} {...rest} />
)

export const MailingLink = ({ id, ...rest }: IdLinkProps) => (
  <Link to="/mailings/$mailingId" params={{ mailingId: String(id) }} {...rest} />
)
