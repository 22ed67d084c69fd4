import { formatPhone } from '@attest/contract/client-fields'
import type { Client, ReadClient } from '@attest/contract/clients'
import type { Dispute } from '@attest/contract/disputes'
import { BellOff, MailQuestion, MailWarning, MailX, Phone, ShieldAlert, UserX } from 'lucide-react'
import { excuseName, fieldLabel, fieldText, telOf } from '../history/field-text.ts'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Notice, type NoticeProps } from '../ui/notice.tsx'
import { ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { PlainTable } from '../ui/table.tsx'
import { useAdmitClient, useDispute, useEndDispute, useEndReport } from './use-clients.ts'

export function DisputeNotice({ client }: { client: Pick<Client, 'id' | 'disputed_at'> }) {
  const reading = useDispute(client)
  const end = useEndDispute()
  const { data, isPending } = reading
  const finish = (restore: boolean) =>
    end.mutate({ params: { id: client.id }, body: { restore, answerIds: data?.answerIds } })
  return (
    <section
      aria-label="Disputed"
      className="mb-5 rounded-md border border-danger bg-panel px-4 py-4 md:px-5.5"
    >
      <div className="mb-3.5 flex items-start gap-3">
        <ShieldAlert aria-hidden className="mt-0.75 size-4.5 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-semibold text-danger">
            The client says about the last change: “This was not me.”
          </p>
          <p className="text-md text-ink-2">
            Reported {formatDay(client.disputed_at)}. Until you decide, no email goes to this
            client. Call a phone number from before the change.
          </p>
        </div>
      </div>
      {isPending && <SkeletonLines count={3} className="h-36" />}
      <ReadError title="The disputed answer could not be read" reading={reading} />
      {data && <BothStates dispute={data} />}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button variant="primary" blocked={!data || end.isPending} onClick={() => finish(true)}>
          Restore the Earlier Details
        </Button>
        <ConfirmButton
          blocked={!data || end.isPending}
          question="Keep the new details?"
          text={keepText(data?.fields)}
          action="Keep Them"
          onConfirm={() => finish(false)}
        >
          Keep the New Details
        </ConfirmButton>
      </div>
    </section>
  )
}

/** Warns before a disputed email is kept: a thief may have changed it, and the next link goes there. */
function keepText(fields: Dispute['fields'] = []) {
  const email = fields.find(({ field, isCurrent }) => field === 'email' && isCurrent)?.answered
  const mail = email ? ` Emails with the client’s link then go to ${email}.` : ''
  return `Only do this if the client told you so on a phone number from before the change.${mail}`
}

const BothStates = ({ dispute: { fields, answered_at } }: { dispute: Dispute }) => (
  <>
    <PlainTable head={['Field', 'Before', 'As Answered']}>
      {fields.map(({ field, before, answered, isCurrent }) => (
        <tr key={field}>
          <td className="w-1/4">{fieldLabel(field)}</td>
          <td className="w-3/8 whitespace-pre-wrap wrap-anywhere">
            {fieldText(field, before, String) || 'None'}
          </td>
          <td className="whitespace-pre-wrap wrap-anywhere">
            {fieldText(field, answered, String) || 'None'}
            {!isCurrent && <span className="block text-sm text-ink-3">Changed since then</span>}
          </td>
        </tr>
      ))}
    </PlainTable>
    <p className="mt-2 text-sm text-ink-3">
      Answered by link on {formatDateTime(answered_at)}. Fields that were changed since then stay.
    </p>
  </>
)

/** Says above a client's record why email goes to another address or is stopped. */
export const ClientNotices = ({ client }: { client: ReadClient }) => (
  <>
    {client.disputed_at && <DisputeNotice client={client} />}
    {client.reported_as && !client.excused_reason && <ReportNotice client={client} />}
    {noticesOf(client).map((notice) => (
      <Notice key={notice.label} {...notice} />
    ))}
    {client.excused_reason && <ExcuseNotice client={client} />}
  </>
)

function noticesOf(client: ReadClient): NoticeProps[] {
  const { email, mail_to, confirm_by, disputed_at, bounced, phone_number, address_returned } =
    client
  const notices: NoticeProps[] = []
  if (confirm_by && !disputed_at)
    notices.push({
      label: 'New Email',
      icon: MailQuestion,
      fact: 'New email not confirmed yet.',
      text: `${mail_to ? `Emails go to ${mail_to}` : 'No email goes out'} until the client confirms ${email}.`,
      detail:
        Date.parse(confirm_by) < Date.now()
          ? 'The time to confirm is over. Please call the client and record the answer.'
          : `The client can confirm it until ${formatDay(confirm_by)}.`,
    })
  if (bounced)
    notices.push({
      label: 'Address Bounced',
      icon: MailX,
      fact: `Emails to ${mail_to} come back.`,
      text: 'None goes out until the client has another address.',
      detail: `Since ${formatDay(client.bounced_at)}. If it was no bounce, say so on the timeline.`,
      action: phone_number && (
        <a href={telOf(phone_number)} className={buttonClass({ size: 'sm' })}>
          <Phone aria-hidden />
          Call {formatPhone(phone_number)}
        </a>
      ),
    })
  if (address_returned)
    notices.push({
      label: 'Returned Mail',
      icon: MailWarning,
      fact: 'A letter came back from this postal address.',
      text: 'No letter on paper goes there until the address changes.',
      detail: `Marked ${formatDay(address_returned)}. Please call the client, and correct the address.`,
    })
  return notices
}

/** Shows the report of a link's holder until the office decides. */
function ReportNotice({ client }: { client: Client }) {
  const end = useEndReport()
  const { id, reported, reported_as, mail_to } = client
  if (!reported) return null
  const died = reported_as === 'reported_deceased'
  const { name, phone_number, died_on, at } = reported
  return (
    <Notice
      label="Wrong Hands"
      icon={UserX}
      fact={
        died
          ? `Reported as deceased by ${name}.`
          : `“This is not for me”, said a reader of our email to ${mail_to}.`
      }
      text={died ? 'No email goes to this client.' : 'No email goes to this address.'}
      detail={
        <>
          Reported {formatDay(at)}.{died_on && ` Died ${formatDay(`${died_on}T12:00:00`)}.`}{' '}
          {phone_number ? (
            <>
              Call {name} at <a href={telOf(phone_number)}>{formatPhone(phone_number)}</a>, then
              mark the client “Do not ask”.
            </>
          ) : (
            'Call the client and correct the email.'
          )}
        </>
      }
      action={
        <ConfirmButton
          size="sm"
          blocked={end.isPending}
          question="That Was a Mistake"
          text={`Emails go to ${mail_to || 'this client'} again. Links that the report has ended stay closed.`}
          harmless
          onConfirm={() => end.mutate({ params: { id } })}
        >
          That Was a Mistake
        </ConfirmButton>
      }
    />
  )
}

function ExcuseNotice({ client }: { client: Client }) {
  const admit = useAdmitClient()
  const { id, excused_reason, excused_at, excused_by, excused_note } = client
  return (
    <Notice
      label="Do Not Ask"
      icon={BellOff}
      fact={`Do not ask: ${excuseName(excused_reason!)}.`}
      text="No email goes to this client."
      detail={`${formatDay(excused_at)} by ${excused_by}${excused_note ? `: “${excused_note}”` : ''}`}
      action={
        <Button
          size="sm"
          blocked={admit.isPending}
          onClick={() => admit.mutate({ params: { id } })}
        >
          Allow Emails
        </Button>
      }
    />
  )
}
