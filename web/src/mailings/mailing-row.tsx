import type { MailingSummary } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { listCellClass as cell } from '../ui/table.tsx'
import { MailingBadge, mailingName } from './describe-mailing.tsx'

const figure = `${cell} text-right max-md:hidden`

/** The link covers the whole row, and passes the search on. */
export function MailingRow({ mailing, search }: { mailing: MailingSummary; search: string }) {
  const { id, admin_email, created_at } = mailing
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting } = mailing
  const figures = `${formatNumber(emailsSent)} of ${formatNumber(totalUsers)} sent`
  return (
    <tr className="group relative hover:bg-sunk max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} md:pl-5.5`}>
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(id) }}
          search={(search ? { search } : {}) as never}
          className="font-semibold text-ink no-underline wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {mailingName(mailing)}
        </Link>
        <span className="block text-sm text-ink-3 wrap-anywhere">{admin_email}</span>
      </td>
      <td className={`${cell} text-ink-2 max-md:col-start-1 max-md:text-sm`}>
        {formatDateTime(created_at)}
        <span className="md:hidden">
          {' · '}
          {figures}
          {emailsFailed > 0 && `, ${formatNumber(emailsFailed)} failed`}
        </span>
      </td>
      <td className={figure}>{formatNumber(totalUsers)}</td>
      <td className={figure}>{formatNumber(emailsSent)}</td>
      <td className={`${figure} ${emailsFailed > 0 ? 'font-semibold text-danger' : ''}`}>
        {formatNumber(emailsFailed)}
      </td>
      <td className={figure}>{formatNumber(emailsWaiting)}</td>
      <td className={`${cell} md:pr-5.5 md:pl-5 max-md:col-start-2 max-md:row-start-1`}>
        <MailingBadge mailing={mailing} />
      </td>
    </tr>
  )
}
