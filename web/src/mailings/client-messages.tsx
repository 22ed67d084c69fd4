import type { Message } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { formatDateTime } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { kindName, MessageBadge, MessageReason, messageTime } from './describe-mailing.tsx'
import { useMessagesOfClient } from './use-mailings.ts'

const VersionDialog = lazyPart(() => import('../templates/version-dialog.tsx'))

export function ClientMessages({ clientId }: { clientId: number }) {
  const reading = useMessagesOfClient(clientId)
  const { data, error } = reading
  return (
    <Panel title="Emails">
      {!data && !error && <SkeletonLines count={2} className="h-17 px-4 md:px-5.5" />}
      <ReadError title="Failed to fetch the emails" reading={reading} />
      {data?.length === 0 && (
        <EmptyState
          icon={Mail}
          title="No emails yet"
          text="This client has not been sent an email."
        />
      )}
      {data && data.length > 0 && (
        <ul aria-label="Emails">
          {data.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function MessageItem({ message }: { message: Message }) {
  const { kind, mailing_id, created_at, email, template_id, template_version } = message
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 md:px-5.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <Link
            to="/mailings/$mailingId"
            params={{ mailingId: String(mailing_id) }}
            className="font-semibold"
          >
            {kindName(kind)}
          </Link>{' '}
          <span className="text-ink-2">
            {formatDateTime(created_at)} to {email}
          </span>
        </p>
        <div className="wrap-anywhere">
          <MessageReason message={message} />
        </div>
        {template_version !== null && (
          <DialogButton
            variant="link"
            size="inline"
            className="text-sm"
            dialog={(close) => (
              <VersionDialog id={template_id} version={template_version} onClose={close} />
            )}
          >
            Letter: version {template_version}
          </DialogButton>
        )}
      </div>
      <div className="text-right max-md:flex max-md:w-full max-md:items-center max-md:gap-3">
        <MessageBadge message={message} />
        <p className="mt-0.5 text-sm text-ink-3">{messageTime(message)}</p>
      </div>
    </li>
  )
}
