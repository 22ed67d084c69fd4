import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { MouseEventHandler, ReactNode } from 'react'

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
