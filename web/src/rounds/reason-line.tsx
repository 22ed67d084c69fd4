import type { OutstandingClient } from '@attest/contract/rounds'
import { formatDay } from '../lib/format.ts'
import { REASON_LOOKS } from './reasons.tsx'
import { REASON_NAMES } from './round-words.ts'

export function ReasonLine({ client }: { client: OutstandingClient }) {
  const { icon: Icon, ink = '' } = REASON_LOOKS[client.reason]
  const { what, ask } = words(client)
  return (
    <p className="flex gap-2.5">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${ink}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className={ink}>{what}</span> <span className="text-ink-2">{ask}</span>
      </span>
    </p>
  )
}

function words({ reason, error, email, last_asked_at }: OutstandingClient) {
  if (reason === 'failed') {
    const on = last_asked_at ? ` on ${formatDay(last_asked_at)}` : ''
    return {
      what: `Email failed${on}${error ? `: ${error}` : '.'}`,
      ask: 'Ask for a working address.',
    }
  }
  if (reason === 'disputed')
    return {
      what: 'The client says that the last change was not theirs.',
      ask: 'Ask which details are right. The number below is from before that change.',
    }
  if (reason === 'email_unconfirmed')
    return { what: `The new email ${email} is not confirmed.`, ask: 'Ask whether it is right.' }
  if (reason === 'no_address') return { what: 'There is no email address.', ask: 'Ask for one.' }
  if (reason === 'unusable_address')
    return { what: `No email can be sent to “${email}”.`, ask: 'Ask for a working address.' }
  return { what: `${REASON_NAMES[reason]}.`, ask: 'Ask whether the details are right.' }
}
