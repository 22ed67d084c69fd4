import { assignBounce, type Delivery, type DnsCheck, getDelivery } from '@attest/contract/delivery'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, CircleHelp, MailQuestion, MailX } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { counted, formatDateTime, formatDay } from '../lib/format.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, CopyButton } from '../ui/button.tsx'
import { BackLink, ClientLink, PageHeader } from '../ui/page.tsx'
import { Fact, ListRow, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { OriginalButton, useDismissBounce } from './returned-mail.tsx'

export default function DeliveryPage() {
  const reading = useRead(getDelivery, { queryKey: ['delivery'], staleTime: 0 })
  const { data: delivery, isFetching, refetch } = reading
  return (
    <>
      <PageHeader
        title="Email Delivery"
        text="Whether letters leave the firm, and whether they arrive."
        above={<BackLink to="/settings">Settings</BackLink>}
        actions={
          <Button blocked={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Checking...' : 'Check Again'}
          </Button>
        }
      />
      {reading.error && !delivery ? (
        <ReadError inPanel title="Failed to check the delivery" reading={reading} />
      ) : (
        <div className="grid gap-5">
          <Panel title="Mail Server">
            {delivery ? (
              <MailServer {...delivery.server} />
            ) : (
              <SkeletonLines announced count={2} className="h-23 px-4 py-4 md:px-5.5" />
            )}
          </Panel>
          {delivery && <Mailbox {...delivery} />}
          {delivery && delivery.unmatched.length > 0 && <Unmatched bounces={delivery.unmatched} />}
          {delivery && delivery.marked.total > 0 && <Marked {...delivery.marked} />}
          <Panel title="The Firm’s Domain">
            {delivery ? (
              <Domain {...delivery.domain} />
            ) : (
              <SkeletonLines count={9} className="h-96 px-4 py-4 md:px-5.5" />
            )}
          </Panel>
        </div>
      )}
    </>
  )
}

const MailServer = ({ provider, sender, problem }: Delivery['server']) => (
  <Facts problem={problem} otherwise={provider === 'outbox' && 'Emails stay in the outbox.'}>
    <Fact label="Server">{provider === 'outbox' ? 'None yet' : provider}</Fact>
    <Fact label="Letters come from">{sender}</Fact>
  </Facts>
)

interface FactsProps {
  problem: string | null
  otherwise?: string | false
  children: ReactNode
}

const Facts = ({ problem, otherwise, children }: FactsProps) => (
  <dl className="grid gap-4 px-4 py-4 md:grid-cols-3 md:px-5.5">
    {children}
    <Fact label="Right now">
      <span className={problem ? 'text-danger' : ''}>
        {problem || otherwise || 'No problem is known.'}
      </span>
    </Fact>
  </dl>
)

const EVENTS: Record<NonNullable<Delivery['lastEvent']>['kind'], string> = {
  bounced: 'Came back',
  complained: 'Called spam',
  reply: 'Reply',
  delayed: 'Delayed',
  autoreply: 'Automatic reply',
}

const Mailbox = ({ mailbox, lastEvent }: Pick<Delivery, 'mailbox' | 'lastEvent'>) => (
  <Panel title="Mailbox">
    {mailbox ? (
      <Facts problem={mailbox.problem}>
        <Fact label="Read last">{mailbox.readAt ? formatDateTime(mailbox.readAt) : 'Not yet'}</Fact>
        <Fact label="Last mail about ours">
          {lastEvent
            ? `${EVENTS[lastEvent.kind]}: ${lastEvent.email}, ${formatDateTime(lastEvent.at)}`
            : 'None yet'}
        </Fact>
      </Facts>
    ) : (
      <p className="px-4 py-4 md:px-5.5">
        No mailbox is read, so emails that come back later count as sent.{' '}
        <Link to="/settings">Name one in Settings</Link>.
      </p>
    )}
  </Panel>
)

function Unmatched({ bounces }: { bounces: Delivery['unmatched'] }) {
  const assign = useAssignBounce()
  const dismiss = useDismissBounce()
  const busy = assign.isPending || dismiss.isPending
  return (
    <Panel title="Came Back From Another Address">
      <p className="border-b border-line px-4 py-4 text-ink-2 md:px-5.5">
        These reports name another address than the email went to, for instance because somebody
        forwards their mail. Decide whether the email failed.
      </p>
      <ul>
        {bounces.map(({ id, client_id, name, email, named, at, reason }) => (
          <ListRow
            key={id}
            icon={MailQuestion}
            title={<ClientLink id={client_id}>{name}</ClientLink>}
            text={`Sent to ${email}, came back from ${named} on ${formatDateTime(at)}. ${reason ?? ''}`}
            actions={
              <>
                <OriginalButton id={id} at={at} />
                <Button size="sm" blocked={busy} onClick={() => dismiss.mutate({ params: { id } })}>
                  Not a Bounce
                </Button>
                <Button size="sm" blocked={busy} onClick={() => assign.mutate({ params: { id } })}>
                  It Failed
                </Button>
              </>
            }
          />
        ))}
      </ul>
    </Panel>
  )
}

const Marked = ({ total, clients }: Delivery['marked']) => (
  <Panel title="Dead Addresses">
    <p className="border-b border-line px-4 py-4 text-ink-2 md:px-5.5">
      {counted(total, 'client has', 'clients have')} an address that no email reaches. None goes
      there until it is corrected.
      {total > clients.length && ` The newest ${clients.length} are listed.`}
    </p>
    <ul>
      {clients.map(({ client_id, name, email, at }) => (
        <ListRow
          key={client_id}
          icon={MailX}
          title={<ClientLink id={client_id}>{name}</ClientLink>}
          text={`${email}, since ${formatDay(at)}`}
        />
      ))}
    </ul>
  </Panel>
)

const useAssignBounce = action(assignBounce, {
  success: { title: 'Email failed', text: 'The client is listed as not reached.' },
  failure: mayRetry('Not changed', 'The bounce could not be assigned.'),
})

const STATES: Record<DnsCheck['state'], ComponentProps<typeof Badge>> = {
  good: { label: 'In Order', icon: Check, colour: 'bg-confirmed-soft text-confirmed' },
  wrong: { label: 'Wrong', icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
  missing: { label: 'Missing', icon: CircleAlert, colour: 'bg-pending-soft text-pending' },
  unknown: { label: 'Cannot Be Seen', icon: CircleHelp },
}

const PURPOSE: Record<DnsCheck['name'], string> = {
  SPF: 'Which machines may send for the domain',
  DKIM: 'The key that signs letters',
  DMARC: 'What happens to forged letters',
}

function Domain({ name, checks }: Delivery['domain']) {
  if (!checks)
    return (
      <p className="px-4 py-4 md:px-5.5">
        Letters come from an address at <strong>{name}</strong>, which only this network knows.
        Receivers reject them: set the sender’s address in Settings.
      </p>
    )
  return (
    <>
      <p className="border-b border-line px-4 py-4 text-ink-2 md:px-5.5">
        Receivers look up three records of <strong className="text-ink">{name}</strong>. Whoever
        keeps the firm’s website or domain can publish them.
      </p>
      {checks.map((check) => (
        <Record key={check.name} {...check} />
      ))}
    </>
  )
}

function Record({ name, state, says, found, publish }: DnsCheck) {
  return (
    <section
      aria-label={name}
      className="grid gap-x-6 gap-y-2 border-t border-line px-4 py-4 first-of-type:border-t-0 md:grid-cols-[15rem_minmax(0,1fr)] md:px-5.5"
    >
      <div>
        <h3 className="mb-1 flex flex-wrap items-center gap-2.5 text-lg">
          {name}
          <Badge {...STATES[state]} />
        </h3>
        <p className="text-sm text-ink-3">{PURPOSE[name]}</p>
      </div>
      <div className="min-w-0">
        <p>{says}</p>
        {found && <Published label="Published now" text={found} />}
        {publish && (
          <Published label={`To publish, as TXT at ${publish.host}`} text={publish.value} copied />
        )}
      </div>
    </section>
  )
}

const Published = ({ label, text, copied }: { label: string; text: string; copied?: boolean }) => (
  <div className="mt-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-3">
      <span className="wrap-anywhere">{label}</span>
      {copied && <CopyButton text={text} />}
    </p>
    <pre className="mt-1 rounded-md border border-line bg-sunk px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  </div>
)
