import type { OutboxMail } from '@attest/contract/outbox'
import { Inbox, Send } from 'lucide-react'
import { useState } from 'react'
import { CallError, readFailure } from '../lib/call.ts'
import { formatDateTime } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useUrlList } from '../lib/use-url-query.ts'
import { PageHeader } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { OutboxQuery, useOutbox } from './use-outbox.ts'

const MailDialog = lazyPart(() => import('./mail-dialog.tsx'))

export default function OutboxPage() {
  const list = useUrlList(OutboxQuery, useOutbox)
  const { reading } = list
  const [opened, setOpened] = useState<string>()

  return (
    <>
      <PageHeader
        title="Outbox"
        text={
          hasNone(reading.error)
            ? undefined
            : 'No email leaves this server yet, so nobody gets these. Their links work: open one to see what a client sees. Set up a mail server in Settings.'
        }
      />
      <Panel>
        {hasNone(reading.error) && !reading.data ? (
          <EmptyState icon={Send} title="There is no outbox" text={readFailure(reading.error)} />
        ) : (
          <PagedList
            {...list}
            failure="Failed to fetch the outbox"
            empty={
              <EmptyState
                icon={Inbox}
                title="The outbox is empty"
                text="Emails appear here as soon as some are sent."
              />
            }
          >
            {(data, stale) =>
              data ? (
                <ul
                  aria-label="Emails"
                  className={`motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
                >
                  {data.mails.map((mail) => (
                    <MailItem key={mail.id} mail={mail} onOpen={() => setOpened(mail.id)} />
                  ))}
                </ul>
              ) : (
                <SkeletonLines announced count={6} className="h-50 px-4 md:px-5.5" />
              )
            }
          </PagedList>
        )}
      </Panel>
      {opened !== undefined && <MailDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Whether there is no outbox, since a mail server is set. */
const hasNone = (error: Error | null) => error instanceof CallError && error.status === 409

function MailItem({ mail, onOpen }: { mail: OutboxMail; onOpen: () => void }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-baseline gap-x-4 px-4 py-3 text-left hover:bg-sunk focus-visible:-outline-offset-2 md:px-5.5"
      >
        <span className="min-w-0 flex-1 max-md:basis-full">
          <span className="block font-semibold wrap-anywhere">{mail.subject}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{mail.to}</span>
        </span>
        <span className="text-sm text-ink-3">{formatDateTime(mail.written_at)}</span>
      </button>
    </li>
  )
}
