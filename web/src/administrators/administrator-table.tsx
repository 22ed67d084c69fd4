import type { Administrator } from '@attest/contract/administrators'
import { Check, CircleOff, Clock, Hourglass, type LucideIcon, UserRound } from 'lucide-react'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Badge, UNKNOWN_STATE } from '../ui/badge.tsx'
import { ListTable } from '../ui/table.tsx'
import { AdministratorMenu } from './administrator-menu.tsx'

const STATES: Record<Administrator['state'], { label: string; icon: LucideIcon }> = {
  active: { label: 'Active', icon: Check },
  invited: { label: 'Invited', icon: Clock },
  waiting: { label: 'Waiting for approval', icon: Hourglass },
  off: { label: 'Switched off', icon: CircleOff },
}

const cell =
  'px-2 md:h-12.5 md:border-b md:border-line md:group-last:border-b-0 max-md:col-start-1 max-md:p-0'

const COLUMNS = [
  { name: 'Email' },
  { name: 'State', width: 'w-56' },
  { name: 'Two-Factor', width: 'w-28' },
  { name: 'Last Sign-In', width: 'w-46' },
  { name: 'Actions', width: 'w-18', hidden: true },
]

export function AdministratorTable({ administrators }: { administrators?: Administrator[] }) {
  const { user } = useSession()
  return (
    <ListTable columns={COLUMNS} rows={3} stale={false}>
      {administrators?.map((each) => (
        <Row key={each.id} administrator={each} own={each.id === user?.id} />
      ))}
    </ListTable>
  )
}

function Row({ administrator, own }: { administrator: Administrator; own: boolean }) {
  const { email, state, two_factor_enabled, last_sign_in_at } = administrator
  return (
    <tr className="group max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} font-semibold wrap-anywhere md:pl-5.5`}>
        <span className="mr-2.5">{email}</span>
        {own && <Badge icon={UserRound} label="You" />}
      </td>
      <td className={`${cell} md:whitespace-nowrap`}>
        <Badge {...(STATES[state] ?? UNKNOWN_STATE)} />
        <Expiry {...administrator} />
      </td>
      <td className={`${cell} max-md:text-sm max-md:text-ink-3`}>
        <span className="md:hidden">Two-factor: </span>
        {two_factor_enabled ? 'On' : 'Off'}
      </td>
      <td className={`${cell} text-ink-3 max-md:text-sm md:whitespace-nowrap`}>
        <span className="md:hidden">Last sign-in: </span>
        {last_sign_in_at ? formatDateTime(last_sign_in_at) : 'Never'}
      </td>
      <td
        className={`${cell} text-right md:pr-5.5 max-md:col-start-2! max-md:row-span-4 max-md:row-start-1`}
      >
        {!own && <AdministratorMenu administrator={administrator} />}
      </td>
    </tr>
  )
}

function Expiry({ state, invitation_expires_at }: Administrator) {
  if (state !== 'invited' || !invitation_expires_at) return null
  const past = new Date(invitation_expires_at) < new Date()
  return (
    <span className={`ml-2 text-sm ${past ? 'text-danger' : 'text-ink-3'}`}>
      {past ? 'expired' : `until ${formatDay(invitation_expires_at)}`}
    </span>
  )
}
