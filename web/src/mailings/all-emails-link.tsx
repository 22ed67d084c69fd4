import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'

interface AllEmailsLinkProps {
  mailingId: number
  /** At the left of a dialog's buttons. */
  inFooter?: boolean
  onClick?: () => void
}

export const AllEmailsLink = ({ mailingId, inFooter, onClick }: AllEmailsLinkProps) => (
  <Link
    to="/mailings/$mailingId"
    params={{ mailingId: String(mailingId) }}
    onClick={onClick}
    className={inFooter ? buttonClass({ variant: 'quiet' }, 'md:mr-auto') : buttonClass()}
  >
    Show All Emails
  </Link>
)
