import * as calls from '@attest/contract/letters'
import { type LetterBatch, returnLetters } from '@attest/contract/letters'
import { CircleAlert, MailCheck, MailWarning, Printer, Stamp } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../lib/call.ts'
import { useSaveDownload } from '../lib/download.ts'
import { counted, formatDateTime, formatDay, formatNumber } from '../lib/format.ts'
import { action, mayRetry, useAction } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { Field, Select, Textarea } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { BackLink, ClientLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { ListTable } from '../ui/table.tsx'
import { PrintButton } from './print-button.tsx'

const useMarkMailed = action(calls.markMailed, {
  success: ({ printed }) => ({
    title: 'Marked as Mailed',
    text: `${counted(printed, 'client counts', 'clients count')} as asked.`,
  }),
  failure: mayRetry('Not Marked', 'The letters could not be marked as mailed.'),
})

const useDiscard = action(calls.discardLetters, {
  success: { title: 'Letters Discarded', text: 'Their codes no longer work.' },
  failure: mayRetry('Not Discarded', 'The letters could not be discarded.'),
})

const useTestSheet = () =>
  useSaveDownload({
    ask: (_: undefined) => [calls.printTestSheet, {}, 'letter-test-sheet.pdf'],
    saved: 'Test Sheet Saved',
    failure: mayRetry('Test Sheet Failed', 'The test sheet could not be made.'),
  })

export default function LettersPage() {
  const reading = useRead(calls.listLetterBatches, { queryKey: ['letters'], staleTime: 0 })
  const test = useTestSheet()
  const { data: batches } = reading
  return (
    <>
      <PageHeader
        title="Letters on Paper"
        text="For clients that no email reaches. They count as asked once you mark the letters as mailed."
        above={<BackLink to="/mailings">Mailings</BackLink>}
        actions={
          <>
            <Button blocked={test.isPending} onClick={() => test.mutate(undefined)}>
              Test Sheet
            </Button>
            <DialogButton dialog={(close) => <ReturnedDialog onClose={close} />}>
              <MailWarning aria-hidden />
              Returned Mail
            </DialogButton>
          </>
        }
      />
      <Panel>
        {reading.error && !batches ? (
          <ReadError inPanel title="Failed to fetch the letters" reading={reading} />
        ) : batches?.length === 0 ? (
          <EmptyState
            icon={Stamp}
            title="No letters yet"
            text="Select clients and choose Letters on Paper under Actions, or use the button above a round’s outstanding clients."
          />
        ) : (
          <ListTable
            rows={batches}
            expected={3}
            columns={COLUMNS}
            rowKey={({ batchId }) => batchId}
            cells="py-3 align-middle"
          />
        )}
      </Panel>
    </>
  )
}

const COLUMNS: Column<LetterBatch>[] = [
  {
    name: 'Letters',
    cell: (batch) => (
      <>
        <b className="font-semibold">{counted(batch.letters, 'letter', 'letters')}</b>
        <span className="block text-sm text-ink-3">
          Made {formatDateTime(batch.created_at)} by {batch.admin_email}
        </span>
      </>
    ),
  },
  { name: 'State', cell: (batch) => <State {...batch} />, place: 'line', width: 'w-[30%]' },
  { name: 'Next step', cell: (batch) => <NextStep batch={batch} />, place: 'line', width: 'w-84' },
]

function State({ letters, printed, printed_at, mailed_at, mailed_by, returned }: LetterBatch) {
  const fewer =
    printed < letters && `${formatNumber(letters - printed)} left out: no longer needed.`
  const back = returned > 0 && `${formatNumber(returned)} came back.`
  const facts = [mailed_by && `By ${mailed_by}.`, printed_at && fewer, back].filter(Boolean)
  return (
    <>
      {mailed_at ? (
        <Badge
          label={`Mailed ${formatDay(mailed_at)}`}
          icon={MailCheck}
          colour="bg-confirmed-soft text-confirmed"
        />
      ) : printed_at ? (
        <Badge
          label="Printed, not marked as mailed"
          icon={CircleAlert}
          colour="bg-pending-soft text-pending"
        />
      ) : (
        <Badge label="Not printed yet" icon={Printer} />
      )}
      {facts.length > 0 && <span className="mt-1 block text-sm text-ink-3">{facts.join(' ')}</span>}
    </>
  )
}

function NextStep({ batch: { batchId, printed, printed_at, mailed_at } }: { batch: LetterBatch }) {
  const mark = useMarkMailed()
  const discard = useDiscard()
  const chosen = { params: { batchId }, query: { printed: printed_at ?? 'never' } }
  if (mailed_at) return null
  return (
    <div className="flex flex-wrap gap-2 max-md:mt-2">
      {printed_at && (
        <ConfirmButton
          size="sm"
          variant="primary"
          question="Mark as Mailed"
          text={`Are ${counted(printed, 'letter', 'letters')} in the mail? ${printed === 1 ? 'The client counts' : 'The clients count'} as asked in the open round, and the letters cannot be printed again. If no round is open, this starts one for the month.`}
          harmless
          blocked={mark.isPending}
          onConfirm={() => mark.mutate(chosen)}
        >
          Mark as Mailed
        </ConfirmButton>
      )}
      <PrintButton batchId={batchId} printed_at={printed_at} size="sm" />
      <ConfirmButton
        size="sm"
        question="Discard"
        text="The letters are removed, and the codes of printed ones stop working. Nobody counts as asked."
        blocked={discard.isPending}
        onConfirm={() => discard.mutate(chosen)}
      >
        Discard
      </ConfirmButton>
    </div>
  )
}

const REASONS = ['Address unknown', 'Moved', 'Deceased', 'Refused', 'Not collected', 'Other']
const NOT_RETURNED = 'none'

/** Takes numbers that are typed, or scanned one after the other: a scanner ends each with Enter. */
function ReturnedDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState(REASONS[0]!)
  const send = useAction(returnLetters, { failure: () => null })
  const numbers = [...new Set(typed.split(/[\s,;]+/).filter((each) => each !== ''))]
  const isUndo = reason === NOT_RETURNED
  return (
    <FormDialog
      title="Returned mail"
      description="Type the number in the window of each envelope, or scan the square there."
      label={isUndo ? 'Take Back' : 'Mark as Returned'}
      busyLabel="Saving..."
      busy={send.isPending}
      disabled={numbers.length === 0}
      onSubmit={() =>
        send.mutate(
          { body: { numbers, reason: isUndo ? null : reason } },
          { onSuccess: () => setTyped('') },
        )
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field
          label="Numbers of letters"
          hint="One on each line."
          {...(send.error && {
            error: messageOf(send.error, 'Nothing was saved. Please try again.'),
          })}
        >
          <Textarea
            rows={5}
            inputMode="numeric"
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onValueChange={setTyped}
          />
        </Field>
        <Field label="Why it came back">
          <Select
            className="w-full"
            value={reason}
            onValueChange={setReason}
            options={REASONS.map((each) => [each, each] as const)}
          >
            <option value={NOT_RETURNED}>It did not: take a mark back</option>
          </Select>
        </Field>
        <div role="status">
          {send.data && (
            <>
              <p className="font-semibold">
                {send.variables.body.reason === null
                  ? 'Letters may go to these addresses again. The codes of these letters stay closed: make new letters.'
                  : 'No letter goes to these clients until their postal address changes. The codes no longer work.'}
              </p>
              <ul className="mt-1 list-disc pl-5">
                {send.data.letters.map(({ number, client_id, name }) => (
                  <li key={number}>
                    {number}: <ClientLink id={client_id}>{name}</ClientLink>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
