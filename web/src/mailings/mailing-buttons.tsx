import type { Mailing } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { formatNumber } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useRetryMailing } from './use-mailings.ts'

interface RetryButtonProps {
  mailing: Mailing
  primary?: boolean
  onRetried: (mailingId: number) => void
}

/** The server runs one mailing at a time: shown once all emails were tried. */
export function RetryButton({ mailing, primary, onRetried }: RetryButtonProps) {
  const { id, retryable, emailsUntried } = mailing
  const { mutate, isPending } = useRetryMailing()
  if (retryable === 0 || emailsUntried > 0) return null
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      blocked={isPending}
      onClick={() =>
        mutate({ params: { id } }, { onSuccess: ({ mailingId }) => onRetried(mailingId) })
      }
    >
      <RotateCcw aria-hidden />
      Retry Failed Emails ({formatNumber(retryable)})
    </Button>
  )
}

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
