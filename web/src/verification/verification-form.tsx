import type { PublicClient } from '@attest/contract/verification'
import { useMemo } from 'react'
import { AnswerChoice } from './answer-choice.tsx'
import { DetailFields } from './detail-fields.tsx'
import { DETAIL_FIELDS, type Details, editedFields, missingFields } from './details.ts'
import { Envelope } from './envelope.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { EditedNote, Failure, MissingNote, NO_CHOICE, OfficeNotice } from './form-notes.tsx'
import { Letter } from './letter.tsx'
import { type Answer, useAnswer } from './use-answer.ts'
import { useUnloadGuard } from './use-unload-guard.ts'

interface Props {
  token: string
  client: PublicClient
  onDone: (sent: Details) => void
}

export function VerificationForm({ token, client, onDone }: Props) {
  const answer = useAnswer(token, client, onDone)
  const { stored, details } = answer
  const edited = editedFields(stored, details).length > 0
  useUnloadGuard(edited)
  return (
    <Letter title="Are these details still right?">
      <p>
        Dear {stored.first_name || 'client'}, we keep your estate planning documents safe and need
        to be able to reach you. It takes a minute.
      </p>
      <Envelope details={details} tense={edited ? 'will' : 'do'} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void answer.submit()
        }}
      >
        <AnswerForm answer={answer} />
      </form>
    </Letter>
  )
}

function AnswerForm({ answer }: { answer: Answer }) {
  const { stored, details, choice, outcome, changes, sending } = answer
  const edited = editedFields(stored, details)
  const missing = missingFields(details)
  const problems = useMemo(
    () =>
      [
        ...(outcome.noChoice ? [{ id: 'action-confirm', text: NO_CHOICE }] : []),
        ...DETAIL_FIELDS.map((id) => ({ id, text: outcome.fields[id] ?? '' })),
      ].filter(({ text }) => text !== ''),
    [outcome],
  )
  return (
    <>
      {changes.length > 0 && <OfficeNotice changes={changes} />}
      <AnswerChoice
        choice={choice}
        locked={sending}
        onChoose={answer.choose}
        describedBy={outcome.noChoice ? 'problems' : undefined}
      />
      {problems.length > 0 && <ErrorSummary problems={problems} />}
      {choice === 'update' && <DetailFields storedState={stored.state} field={answer.field} />}
      {choice !== 'update' && missing.length > 0 && <MissingNote missing={missing} />}
      {choice === 'confirm' && edited.length > 0 && (
        <EditedNote
          edited={edited}
          locked={sending}
          onUndo={() => {
            answer.undo()
            // The button that had the focus goes away with the note.
            document.getElementById('action-confirm')?.focus()
          }}
        />
      )}
      {outcome.message && <Failure outcome={outcome} />}
      <button type="submit" className="button" aria-disabled={sending}>
        {sending ? 'Submitting...' : 'Submit Verification'}
      </button>
    </>
  )
}
