import type { previewBulkSend } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'

type Preview = z.output<(typeof previewBulkSend)['reply']>

const counted = (n: number, one: string, many: string) =>
  `${formatNumber(n)} ${n === 1 ? one : many}`

interface BulkPreviewProps {
  preview: Preview | undefined
  failed: boolean
  onRetry: () => void
}

export function BulkPreview({ preview, failed, onRetry }: BulkPreviewProps) {
  if (preview?.running) return <Running {...preview.running} />
  return (
    <div role="status" className="mt-4 min-h-[3em] text-md">
      {failed && (
        <p>
          How many emails it would be could not be read.{' '}
          <Button variant="link" size="inline" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {preview?.totalUsers === 0 && <p>No client matches: there is nothing to send.</p>}
      {preview && preview.totalUsers > 0 && (
        <>
          <p className="font-semibold">
            {counted(preview.totalUsers, 'email will be sent.', 'emails will be sent.')}
          </p>
          <Remarks remarks={remarksOn(preview)} />
        </>
      )}
    </div>
  )
}

const Remarks = ({ remarks }: { remarks: string[] }) =>
  remarks.length > 0 && (
    <ul className="list-disc pl-5 text-ink-2">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )

function remarksOn({
  answered,
  sharedAddress,
  failedLastTime,
  unusableAddress,
  withoutLink,
}: Preview): string[] {
  return [
    answered > 0 &&
      `${counted(answered, 'has answered and is', 'have answered and are')} asked again.`,
    sharedAddress > 0 &&
      `${formatNumber(sharedAddress)} clients share an email address: that mailbox gets one email for each.`,
    failedLastTime > 0 &&
      `${formatNumber(failedLastTime)} did not get the last email that was sent to them.`,
    unusableAddress > 0 &&
      `${counted(unusableAddress, 'has an address', 'have an address')} that no email can be sent to: it will fail.`,
    withoutLink > 0 &&
      `${counted(withoutLink, 'gets', 'get')} a letter without a link, by the template: it cannot be answered.`,
  ].filter((remark) => remark !== false)
}

function Running({ mailingId, message }: NonNullable<Preview['running']>) {
  return (
    // The count changes every second; only the notice is announced.
    <div
      role="status"
      aria-relevant="additions"
      className="mt-4 rounded-md border border-line-strong bg-sunk px-4 py-3"
    >
      <p>{message}</p>
      <Link to="/mailings/$mailingId" params={{ mailingId: String(mailingId) }}>
        Show that mailing
      </Link>
    </div>
  )
}
