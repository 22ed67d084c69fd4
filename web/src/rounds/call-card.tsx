import { formatPhone } from '@attest/contract/client-fields'
import {
  type CallOutcome,
  OUTCOME_NAMES,
  type OutstandingClient,
  REASON_NAMES,
} from '@attest/contract/outstanding'
import { countryName, placeLine, US } from '@attest/contract/place'
import { Check, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { telOf } from '../history/field-text.ts'
import { formatDay } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Key } from '../ui/keys.tsx'
import { ClientLink } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { lastContact, nameOf, REASON_LOOKS } from './outstanding-client.tsx'
import { type Callee, mayHaveDied, type useCallDesk } from './use-call-desk.ts'

interface OutcomesProps {
  desk: ReturnType<typeof useCallDesk>
  keys: boolean
}

export function CallCard({ callee, ...props }: OutcomesProps & { callee: Callee }) {
  const { takesFocus } = props.desk
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers start at the client's name.
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <Panel>
      <div className="grid lg:grid-cols-[1.5fr_1fr]">
        <div className="px-4 py-5 md:px-7.5 md:pt-6.5 md:pb-7">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-3xl outline-none wrap-anywhere focus-visible:outline-none"
          >
            <bdi>{callee.name}</bdi>
          </h2>
          <p className="mt-1 mb-3.5 text-ink-2">
            Client {callee.client_number} ·{' '}
            <ClientLink id={callee.client_id}>Open the record</ClientLink>
          </p>
          <ReasonLine client={callee} />
          <Numbers callee={callee} />
          {props.desk.callable && <Outcomes {...props} callee={callee} />}
          {callee.settled && <Settled />}
        </div>
        <CallDetails callee={callee} />
      </div>
    </Panel>
  )
}

function ReasonLine({ client }: { client: OutstandingClient }) {
  const { icon: Icon, ink = '' } = REASON_LOOKS[client.reason]
  const { what, ask } = reasonWords(client)
  return (
    <p className="flex gap-2.5">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${ink}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className={ink}>{what}</span> <span className="text-ink-2">{ask}</span>
      </span>
    </p>
  )
}

function reasonWords({ reason, error, email, last_asked_at, reported }: OutstandingClient) {
  if (reason === 'failed' || reason === 'address_bounced') {
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
  if (reason === 'wrong_person')
    return {
      what: `A reader of our email to ${email} said: “This is not for me.”`,
      ask: 'Ask for the right address.',
    }
  if (reason === 'reported_deceased')
    return {
      what: `${reported?.name ?? error} reported that this client has died.`,
      ask: 'The number below is theirs. If the client has died, mark the client “Do not ask” on the record.',
    }
  if (reason === 'email_unconfirmed')
    return { what: `The new email ${email} is not confirmed.`, ask: 'Ask whether it is right.' }
  if (reason === 'no_address') return { what: 'There is no email address.', ask: 'Ask for one.' }
  if (reason === 'unusable_address')
    return { what: `No email can be sent to “${email}”.`, ask: 'Ask for a working address.' }
  return { what: `${REASON_NAMES[reason]}.`, ask: 'Ask whether the details are right.' }
}

function Numbers({ callee }: { callee: Callee }) {
  const reporters = callee.reported?.phone_number
  const phone_number = reporters ?? callee.phone_number
  const alt_number = reporters ? callee.phone_number : callee.alt_number
  return (
    <div className="my-7">
      {phone_number ? (
        <a
          href={telOf(phone_number)}
          className="inline-flex items-center gap-3.5 rounded-sm font-serif text-[1.875rem] leading-tight font-semibold text-accent no-underline hover:underline md:text-[2.625rem]"
        >
          <Phone aria-hidden className="size-7 shrink-0" />
          {formatPhone(phone_number)}
        </a>
      ) : (
        <p className="font-serif text-2xl font-semibold text-ink-2">
          No phone number. Write a letter.
        </p>
      )}
      {alt_number && (
        <p className="mt-2 pl-10.5 text-ink-2">
          {reporters ? 'Client' : 'Alternate'}{' '}
          <a href={telOf(alt_number)}>{formatPhone(alt_number)}</a>
        </p>
      )}
    </div>
  )
}

const Settled = () => (
  <p className="not-first:mt-4 rounded-md border border-line bg-sunk px-4 py-3">
    <b className="font-semibold">No call needed.</b> This client is no longer on the list: an answer
    has come in, or the record was changed.
  </p>
)

const WIDE = 'mb-2.5 h-13! w-full justify-start!'

const OUTCOMES: [CallOutcome, string][] = [
  ['no_answer', 'Did Not Pick Up'],
  ['left_message', 'Left a Message'],
  ['will_answer', 'Will Answer'],
]

const Outcomes = ({ desk, keys, callee }: OutcomesProps & { callee: Callee }) => (
  <>
    <Field label="Note" optional className="mb-6">
      <Input
        maxLength={200}
        placeholder="When to call again, or the person you spoke to"
        value={desk.note}
        onValueChange={desk.setNote}
        // Leaves the field, as the single keys work only outside of it.
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </Field>
    <fieldset>
      <legend className="mb-2 text-md font-semibold">How did the call end?</legend>
      {mayHaveDied(callee) ? (
        <ClientLink id={callee.client_id} className={buttonClass({ variant: 'primary' }, WIDE)}>
          Decide on the Record
        </ClientLink>
      ) : (
        <Button
          variant="primary"
          className={WIDE}
          aria-keyshortcuts={keys ? 'R' : undefined}
          blocked={desk.saving}
          onClick={() => desk.setRecording(true)}
        >
          <Check aria-hidden />
          <span className="flex-1 text-left">Record an Answer</span>
          {keys && <Key name="R" onAccent />}
        </Button>
      )}
      <div className="grid gap-2.5 md:grid-cols-3">
        {OUTCOMES.map(([outcome, name], index) => (
          <Button
            key={outcome}
            className="h-13! justify-start!"
            aria-keyshortcuts={keys ? String(index + 1) : undefined}
            blocked={desk.saving}
            onClick={() => desk.save(outcome)}
          >
            <span className="flex-1 text-left">{name}</span>
            {keys && <Key name={String(index + 1)} />}
          </Button>
        ))}
      </div>
    </fieldset>
    <p className="mt-2.5 text-sm text-ink-3">
      The result is saved with your note. Then the next client appears.
    </p>
  </>
)

function CallDetails({ callee }: { callee: OutstandingClient }) {
  const { name, address, country, email, reason } = callee
  const isOthersNumber = mayHaveDied(callee)
  return (
    <div className="border-line bg-sunk/45 px-4 py-5 max-lg:border-t md:px-6.5 md:pt-6.5 md:pb-7 lg:border-l">
      <h3 className="text-lg">{isOthersNumber ? 'Details on file' : 'Read these details out'}</h3>
      <p className="mb-3.5 text-md text-ink-2">
        {isOthersNumber
          ? 'Do not read them out: the first number is not the client’s.'
          : 'Ask first who is on the line.'}
      </p>
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
          {(reason === 'failed' || reason === 'address_bounced') && (
            <span className="text-danger">(this address failed)</span>
          )}
          {reason === 'wrong_person' && <span className="text-danger">(not the client’s)</span>}
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
  const { calls, reply } = callee
  const request = lastContact({ ...callee, calls: [] })
  if (calls.length === 0 && !request && !reply)
    return <p className="text-ink-2">None in this round.</p>
  return (
    <ol aria-label="Contact so far" className="grid gap-3">
      {calls.map((call) => (
        <Item key={call.id} at={call.at} what={OUTCOME_NAMES[call.outcome]}>
          {nameOf(call.admin_email)}
          {call.note && `: “${call.note}”`}
        </Item>
      ))}
      {reply && (
        <Item at={reply.at} what="Replied">
          {reply.from && `From ${reply.from}: `}
          {reply.text}
        </Item>
      )}
      {request && <Item at={request.at} what={request.what} />}
    </ol>
  )
}

const Item = ({ at, what, children }: { at: string; what: string; children?: ReactNode }) => (
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
