import type { StatusFilter } from '@attest/contract/clients'
import type { previewBulkSend } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { counted, formatAgo, formatDay, formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { MailingLink } from '../ui/page.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'

export type Preview = z.output<(typeof previewBulkSend)['reply']>

interface BulkPreviewProps {
  /** Null: the clients selected in the list. */
  target: StatusFilter | null
  preview: Preview | undefined
  error: Error | null
  leavesOut: boolean
  onLeaveOut: (leavesOut: boolean) => void
  onRetry: () => void
  onLeave: () => void
}

export function BulkPreview(props: BulkPreviewProps) {
  const { target, preview, error, onRetry } = props
  if (preview?.running) return <Running {...preview.running} />
  return (
    <div role="status" className={`text-md ${target ? 'mt-4 min-h-[17em]' : ''}`}>
      {error && hasChanged(error) && <p>{error.message}</p>}
      {error && !hasChanged(error) && (
        <p>
          The number of emails could not be read.{' '}
          <Button variant="link" size="inline" onClick={onRetry}>
            Try Again
          </Button>
        </p>
      )}
      {preview && (
        <>
          {preview.emailedLately > 0 && <EmailedLately {...props} preview={preview} />}
          <Subtraction {...props} preview={preview} />
          {preview.totalUsers === 0 ? (
            <p>
              {preview.leftOut > 0
                ? 'Nobody is left. Clear the box above to email these clients again.'
                : 'No client matches: there is nothing to send.'}
            </p>
          ) : (
            <>
              <p className="text-ink-2">{historyOf(preview)}</p>
              <Remarks remarks={remarksOn(preview)} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Whether other clients match by now than were selected. A retry cannot help. */
export const hasChanged = (error: Error | null) =>
  error instanceof CallError && error.status === 409

type PartProps = BulkPreviewProps & { preview: Preview }

function EmailedLately({ preview, leavesOut, onLeaveOut }: PartProps) {
  const { emailedLately, lastEmailedAt } = preview
  return (
    <div className="mb-3 flex gap-2.5 rounded-md border border-line-strong bg-sunk px-4 py-3">
      <Clock aria-hidden className="mt-[0.2em] size-[1.15em] shrink-0" />
      <div className="grid gap-1.5">
        <Checkbox
          label={`Leave out ${counted(emailedLately, 'client who was', 'clients who were')} emailed in the last 24 hours`}
          checked={leavesOut}
          onCheckedChange={onLeaveOut}
        />
        {lastEmailedAt && (
          <p className="text-ink-2">
            The last of these emails was sent {formatAgo(lastEmailedAt)}.
          </p>
        )}
      </div>
    </div>
  )
}

function Subtraction({ target, preview, onLeave }: PartProps) {
  const { chosen, leftOut, excused, disputed, reported, withoutEmail, totalUsers } = preview
  const minus = (count: number) => (count === 0 ? '0' : `− ${formatNumber(count)}`)
  const rows = [
    { name: target ? TARGET_NAMES[target] : 'Selected clients', figure: formatNumber(chosen) },
    ...(leftOut > 0 ? [{ name: 'Emailed in the last 24 hours', figure: minus(leftOut) }] : []),
    { name: 'Marked “Do not ask”', figure: minus(excused) },
    ...(disputed > 0 ? [{ name: 'Disputed', figure: minus(disputed) }] : []),
    ...(reported > 0
      ? [{ name: 'Reported as wrong person or deceased', figure: minus(reported) }]
      : []),
    ...(withoutEmail > 0 ? [{ name: 'Without an email', figure: minus(withoutEmail) }] : []),
  ]
  return (
    <table className="mb-2 w-full border-collapse">
      <caption className="sr-only">Recipients</caption>
      <tbody className="[&_td]:py-1.5 [&_td]:text-right [&_th]:py-1.5 [&_th]:text-left [&_th]:font-normal">
        {rows.map(({ name, figure }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row">{name}</th>
            <td>{figure}</td>
          </tr>
        ))}
        <tr className="border-t-2 border-ink font-serif text-xl">
          <th scope="row" className="font-semibold!">
            Recipients{' '}
            {target && totalUsers > 0 && (
              <Link
                to="/user-management"
                search={{ status: target, excused: 'no', emailed: leftOut > 0 ? 'not_day' : 'all' }}
                onClick={onLeave}
                className="ml-2 font-sans text-md font-normal"
              >
                Show all {formatNumber(totalUsers)}
              </Link>
            )}
          </th>
          <td className="font-semibold">{formatNumber(totalUsers)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function historyOf({ answered, emailedLately, lastEmailedAt }: Preview) {
  const answers =
    answered === 0
      ? 'None of them has answered.'
      : `${counted(answered, 'has answered and is', 'have answered and are')} asked again.`
  if (emailedLately > 0) return answers
  if (!lastEmailedAt) return `${answers} None was emailed before.`
  return `${answers} They were last emailed on ${formatDay(lastEmailedAt)}.`
}

const Remarks = ({ remarks }: { remarks: string[] }) =>
  remarks.length > 0 && (
    <ul className="mt-1 list-disc pl-5 text-ink-2">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )

const remarksOn = ({
  totalUsers,
  emails,
  failedLastTime,
  unusableAddress,
  withoutEmail,
  withoutLink,
}: Preview): string[] =>
  [
    withoutEmail > 0 &&
      'Those without an email who have not answered in this round will be outstanding: call them or write to them.',
    emails < totalUsers &&
      `${counted(emails, 'email', 'emails')}: clients who share an address get one together, with a button for each.`,
    failedLastTime > 0 &&
      `${formatNumber(failedLastTime)} did not get the last email that was sent to them.`,
    unusableAddress > 0 &&
      `${counted(unusableAddress, 'has an address', 'have an address')} that no email can be sent to: it will fail.`,
    withoutLink > 0 &&
      `${counted(withoutLink, 'gets', 'get')} a letter without a link, because the template has none: nobody can answer it.`,
  ].filter((remark) => remark !== false)

const Running = ({ mailingId, message }: NonNullable<Preview['running']>) => (
  // Announces only the notice, as the count changes every second.
  <div
    role="status"
    aria-relevant="additions"
    className="mt-4 rounded-md border border-line-strong bg-sunk px-4 py-3"
  >
    <p>{message}</p>
    <MailingLink id={mailingId}>Show that mailing</MailingLink>
  </div>
)
