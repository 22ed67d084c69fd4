import type { MailingSummary } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { listCellClass as cell } from '../ui/table.tsx'
import { MailingBadge, mailingName } from './describe-mailing.tsx'
import type { MailingFigure } from './mailing-columns.ts'
import { asksForAnswers } from './use-mailings.ts'

const figureClass = `${cell} text-right max-md:hidden`

interface MailingRowProps {
  mailing: MailingSummary
  figures: MailingFigure[]
  search: string
}

/** The link covers the whole row, and passes the search on. */
export function MailingRow({ mailing, figures, search }: MailingRowProps) {
  const { id, admin_email, created_at, kind, roundName } = mailing
  return (
    <tr className="group relative hover:bg-sunk max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} md:pl-5.5`}>
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(id) }}
          search={(search ? { search } : {}) as never}
          className="font-semibold text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {mailingName(mailing)}
        </Link>
        <span className="block text-sm text-ink-3">
          {admin_email || 'Client'}
          {roundName && kind !== 'reminder' && ` · ${roundName}`}
        </span>
      </td>
      <td className={`${cell} text-ink-2 max-md:col-start-1 max-md:text-sm`}>
        {formatDateTime(created_at)}
        <span className="md:hidden">{inWords(mailing)}</span>
      </td>
      {figures.map(({ name, text, danger }) => (
        <td
          key={name}
          className={`${figureClass} ${danger?.(mailing) ? 'font-semibold text-danger' : ''}`}
        >
          {text(mailing)}
        </td>
      ))}
      <td className={`${cell} md:pr-5.5 md:pl-5 max-md:col-start-2 max-md:row-start-1`}>
        <MailingBadge mailing={mailing} />
      </td>
    </tr>
  )
}

function inWords(mailing: MailingSummary) {
  const { recipient, totalUsers, emailsSent, emailsFailed, answered, provider } = mailing
  if (!asksForAnswers(mailing)) return ''
  if (recipient) return answered > 0 ? ' · answered' : ' · no answer yet'
  const sent = `${formatNumber(emailsSent)} of ${formatNumber(totalUsers)} ${provider === 'outbox' ? 'kept' : 'sent'}`
  const failed = emailsFailed > 0 ? `, ${formatNumber(emailsFailed)} failed` : ''
  return ` · ${sent}, ${formatNumber(answered)} answered${failed}`
}
