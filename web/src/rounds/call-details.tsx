import { countryName } from '@attest/contract/country-name'
import { placeLine, US } from '@attest/contract/place'
import { OUTCOME_NAMES, type OutstandingClient } from '@attest/contract/rounds'
import type { ReactNode } from 'react'
import { formatDay } from '../lib/format.ts'
import { EmailAddress } from '../ui/email-address.tsx'
import { lastContact, nameOf } from './contact.ts'

export function CallDetails({ callee }: { callee: OutstandingClient }) {
  const { name, address, country, email, reason } = callee
  return (
    <div className="border-line bg-sunk/45 px-4 py-5 max-lg:border-t md:px-6.5 md:pt-6.5 md:pb-7 lg:border-l">
      <h3 className="mb-3.5 text-lg">Read these details out</h3>
      <div className="mb-6.5 rounded-lg border border-line bg-panel px-5 py-4.5 shadow-panel">
        <p className="text-sm text-ink-3">We write to</p>
        <address className="mb-3.5 font-serif text-[1.125rem] leading-normal font-medium not-italic wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="block whitespace-pre-line">{address}</span>
          {placeLine(callee)}
          {country !== US && <span className="block">{countryName(country)}</span>}
        </address>
        <p className="text-sm text-ink-3">
          We email{' '}
          {reason === 'failed' && <span className="text-danger">(this address failed)</span>}
        </p>
        <p className="font-serif text-[1.0625rem] leading-normal font-medium wrap-anywhere">
          {email ? <EmailAddress address={email} /> : 'No address'}
        </p>
      </div>
      <h3 className="mb-3.5 text-lg">Contact so far</h3>
      <Contacts callee={callee} />
    </div>
  )
}

function Contacts({ callee }: { callee: OutstandingClient }) {
  const { calls } = callee
  const request = lastContact({ ...callee, calls: [] })
  if (calls.length === 0 && !request) return <p className="text-ink-2">None in this round.</p>
  return (
    <ol aria-label="Contact so far" className="grid gap-3">
      {calls.map((call) => (
        <Item key={call.id} at={call.at} what={OUTCOME_NAMES[call.outcome]}>
          {nameOf(call.admin_email)}
          {call.note && `: “${call.note}”`}
        </Item>
      ))}
      {request && <Item at={request.at} what={request.what} />}
    </ol>
  )
}

interface ItemProps {
  at: string
  what: string
  children?: ReactNode
}

const Item = ({ at, what, children }: ItemProps) => (
  <li className="grid grid-cols-[3.625rem_minmax(0,1fr)] gap-2.5 leading-snug">
    <time dateTime={at} className="text-ink-3">
      {formatDay(at)}
    </time>
    <div>
      <span className="font-semibold">{what}</span>
      {children && <p className="text-sm text-ink-2 wrap-anywhere">{children}</p>}
    </div>
  </li>
)
