import { flushSync } from 'react-dom'
import { ANSWER, AnswerChoice } from './answer-choice.tsx'
import { type FormState, hasErrors } from './answer-state.ts'
import { DetailFields, showField } from './detail-fields.tsx'
import { type DetailName, type Details, editedFields, missingFields } from './details.ts'
import { Envelope } from './envelope.tsx'
import { ErrorSummary, errorText } from './error-summary.tsx'
import { FormEnd } from './form-end.tsx'
import { EditedNote, MissingNote, OfficeNotice } from './form-notes.tsx'
import { Letter } from './letter.tsx'
import { useLanguageQuery, useTexts } from './texts/use-texts.ts'
import { type Answer, useAnswer } from './use-answer.ts'
import { useUnloadGuard } from './use-unload-guard.ts'

interface Props {
  token: string
  start: FormState
  onDone: (sent: Details, confirm?: boolean) => void
}

export function VerificationForm({ token, start, onDone }: Props) {
  const { form } = useTexts()
  const query = useLanguageQuery()
  const answer = useAnswer(token, start, onDone)
  const { stored, details, wait } = answer
  const edited = editedFields(stored, details).length > 0
  useUnloadGuard(edited || wait !== undefined)
  return (
    <Letter title={form.title} hasErrors={hasErrors(answer.outcome)}>
      <p>{form.greeting(stored.first_name)}</p>
      <Envelope
        details={details}
        tense={edited ? 'will' : 'do'}
        onChange={(first) => change(answer, first)}
      />
      <form
        noValidate
        method="post"
        action={`/verify/${encodeURIComponent(token)}${query}#${ANSWER}`}
        id={ANSWER}
        onSubmit={(event) => {
          event.preventDefault()
          answer.submit()
        }}
      >
        <input type="hidden" name="shown" value={JSON.stringify(answer.shown)} />
        <AnswerForm answer={answer} />
        <FormEnd token={token} answer={answer} />
      </form>
    </Letter>
  )
}

/** Opens the fields and leads to this one. */
function change({ choose }: Answer, first?: DetailName) {
  flushSync(() => choose('update'))
  showField(first)
}

function AnswerForm({ answer }: { answer: Answer }) {
  const { fields } = useTexts()
  const { stored, details, choice, outcome, changes } = answer
  const locked = answer.sending || answer.wait !== undefined
  const edited = editedFields(stored, details)
  const missing = missingFields(details)
  return (
    <>
      {changes.length > 0 && <OfficeNotice changes={changes} />}
      <AnswerChoice
        choice={choice}
        locked={locked}
        onChoose={(action, goOn) => {
          if (goOn && action === 'update') change(answer)
          else answer.choose(action)
        }}
        describedBy={outcome.noChoice ? 'problems' : undefined}
      />
      {hasErrors(outcome) && <ErrorSummary outcome={outcome} />}
      {choice === 'update' && (
        <DetailFields
          stored={stored}
          field={(name) => ({
            name,
            value: details[name],
            error: errorText(fields, name, outcome.fields[name]),
            locked,
            onChange: (value) => answer.write(name, value),
          })}
        />
      )}
      {choice !== 'update' && missing.length > 0 && <MissingNote missing={missing} />}
      {choice === 'confirm' && edited.length > 0 && (
        <EditedNote
          edited={edited}
          locked={locked}
          onUndo={() => {
            answer.undo()
            // The button that had the focus goes away with the note.
            document.getElementById('action-confirm')?.focus()
          }}
        />
      )}
    </>
  )
}
