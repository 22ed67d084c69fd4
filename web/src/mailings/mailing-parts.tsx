import type { EmailError, Mailing } from '@attest/contract/mailings'
import { RotateCcw } from 'lucide-react'
import type * as z from 'zod/mini'
import { formatNumber } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { MailingLink } from '../ui/page.tsx'
import { PlainTable } from '../ui/table.tsx'
import { useRetryMailing } from './use-mailings.ts'

interface RetryButtonProps {
  mailing: Mailing
  primary?: boolean
  onRetried: (mailingId: number) => void
}

/** Shown once all emails were tried, as the server runs one mailing at a time. */
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
  /** Places it at the left of a dialog's buttons. */
  inFooter?: boolean
  onClick?: () => void
}

export const AllEmailsLink = ({ mailingId, inFooter, onClick }: AllEmailsLinkProps) => (
  <MailingLink
    id={mailingId}
    onClick={onClick}
    className={inFooter ? buttonClass({ variant: 'quiet' }, 'md:mr-auto') : buttonClass()}
  >
    Show All Emails
  </MailingLink>
)

interface EmailErrorsProps {
  errors: z.output<typeof EmailError>[]
  total: number
}

/** Shows each line once, as couples may share an address. */
export function EmailErrors({ errors, total }: EmailErrorsProps) {
  if (errors.length === 0) return null
  const lines = new Map(errors.map(({ email, error }) => [`${email} ${error}`, { email, error }]))
  return (
    <details className="mt-2">
      <summary className="cursor-pointer rounded-sm font-semibold text-accent">
        Show the failed emails
      </summary>
      <div className="mt-2.5">
        <PlainTable head={['Email', 'Error']}>
          {[...lines].map(([key, { email, error }]) => (
            <tr key={key}>
              <td className="wrap-anywhere max-md:w-3/5">{email}</td>
              <td className="wrap-break-word">{error}</td>
            </tr>
          ))}
        </PlainTable>
        {total > errors.length && (
          <p className="mt-2 text-sm text-ink-3">
            These are the first {formatNumber(errors.length)} of {formatNumber(total)}.
          </p>
        )}
      </div>
    </details>
  )
}
