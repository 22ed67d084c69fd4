import { returnLetters } from '@attest/contract/letters'
import { useState } from 'react'
import { messageOf } from '../lib/call.ts'
import { useAction } from '../lib/use-action.ts'
import { Field, Select, Textarea } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ClientLink } from '../ui/page.tsx'

const REASONS = ['Address unknown', 'Moved', 'Deceased', 'Refused', 'Not collected', 'Other']
const NOT_RETURNED = 'none'

/** Takes numbers that are typed, or scanned one after the other: a scanner ends each with Enter. */
export function ReturnedDialog({ onClose }: { onClose: () => void }) {
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
