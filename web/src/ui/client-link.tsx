import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface ClientLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex' | 'children'> {
  id: number | string
  state?: LinkProps['state']
}

/** To a client's page. */
export const ClientLink = ({ id, ...rest }: ClientLinkProps) => (
  <Link to="/user-management/$userId" params={{ userId: String(id) }} {...rest} />
)
