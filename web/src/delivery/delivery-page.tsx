import { type Delivery, type DnsCheck, getDelivery } from '@attest/contract/delivery'
import { Check, CircleAlert, CircleHelp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useRead } from '../lib/use-read.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, CopyButton } from '../ui/button.tsx'
import { BackLink, PageHeader } from '../ui/page.tsx'
import { Fact, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

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
  <dl className="grid gap-4 px-4 py-4 md:grid-cols-3 md:px-5.5">
    <Fact label="Server">{provider === 'outbox' ? 'None yet' : provider}</Fact>
    <Fact label="Letters come from">{sender}</Fact>
    <Fact label="Right now">
      {problem ? (
        <span className="text-danger">{problem}</span>
      ) : provider === 'outbox' ? (
        'Emails stay in the outbox.'
      ) : (
        'No problem is known.'
      )}
    </Fact>
  </dl>
)

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

interface PublishedProps {
  label: string
  text: string
  copied?: boolean
}

const Published = ({ label, text, copied }: PublishedProps) => (
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
