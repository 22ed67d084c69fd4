import {
  SECURITY_EVENTS,
  type SecurityEntry,
  type SecurityEvent,
} from '@attest/contract/security-log'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { firm } from '../lib/firm.ts'
import { formatDateTime } from '../lib/format.ts'
import { listCellClass as cell } from '../ui/table.tsx'
import { detailWords } from './detail-words.ts'

const ALARMING: readonly SecurityEvent[] = [
  'sign-in-failed',
  'sign-in-refused',
  'tries-refused',
  'confirmation-failed',
  'second-step-failed',
  'stolen-token',
]

/** The detail is below the event, the device below the address. */
export function LogRow({ entry }: { entry: SecurityEntry }) {
  const { at, event, email, address, device } = entry
  const detail = detailWords(entry, firm.providers)
  const alarming = ALARMING.includes(event)
  return (
    <tr className="group max-md:flex max-md:flex-col max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td
        className={`${cell} whitespace-nowrap text-ink-3 md:pl-5.5 max-md:order-last max-md:text-sm`}
      >
        {formatDateTime(at)}
      </td>
      <td className={`${cell}`}>
        <span
          className={`inline-flex items-center gap-1.5 font-semibold ${alarming ? 'text-danger' : ''}`}
        >
          {alarming && <CircleAlert aria-hidden className="size-4 shrink-0" />}
          {SECURITY_EVENTS[event]}
        </span>
        {detail && (
          <span className="block text-sm text-ink-3">
            <bdi>{event === 'client-deleted' ? withLinks(detail) : detail}</bdi>
          </span>
        )}
      </td>
      <td className={`${cell} max-md:text-md`}>{email ?? '—'}</td>
      <td className={`${cell} text-ink-2 md:pr-5.5 max-md:text-sm`}>
        {address}
        <span className="text-sm text-ink-3 md:block">
          <span className="md:hidden"> · </span>
          {device}
        </span>
      </td>
    </tr>
  )
}

/** A deleted client's history stays at its old address. */
const withLinks = (detail: string) =>
  detail.split(/\(id (\d+)\)/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <Link
        key={part}
        to="/user-management/$userId"
        params={{ userId: part }}
        className="whitespace-nowrap"
      >
        (id {part})
      </Link>
    ),
  )
