import { DETAIL_FIELDS, type DetailName } from '@attest/contract/client-fields'
import { MAX_TEXT } from '@attest/contract/tidy'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Field } from './detail-field.tsx'
import { DetailFields, showField } from './detail-fields.tsx'
import * as model from './details.ts'
import { Envelope } from './envelope.tsx'
import { FormEnd } from './form-end.tsx'
import { Letter, useFocusOn } from './letter.tsx'
import type { Texts } from './texts/en.ts'
import { useLanguageQuery, useTexts } from './texts/languages.ts'
import { type Answer, useAnswer, useUnloadGuard } from './use-answer.ts'
import { type Action, reportOpened, type Thanks } from './verification-calls.ts'

interface Props {
  token: string
  start: model.FormState
  onDone: (sent: model.Details, thanks: Thanks) => void
}

export function VerificationForm({ token, start, onDone }: Props) {
  const { form } = useTexts()
  const query = useLanguageQuery()
  const answer = useAnswer(token, start, onDone)
  const { stored, details, wait, helper } = answer
  const edited = model.editedFields(stored, details).length > 0
  const named = helper !== undefined && helper.name + helper.relation !== ''
  useUnloadGuard(edited || named || wait !== undefined)
  useEffect(() => reportOpened(token), [token])
  return (
    <Letter title={form.title} hasErrors={model.hasErrors(answer.outcome)}>
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
      {!helper && (
        <p className="aside">
          <a href={`/verify/${encodeURIComponent(token)}/not-for-me${query}`}>{form.notYou}</a>
        </p>
      )}
    </Letter>
  )
}

function change({ choose }: Answer, first?: DetailName) {
  flushSync(() => choose('update'))
  showField(first)
}

function AnswerForm({ answer }: { answer: Answer }) {
  const { fields } = useTexts()
  const { stored, details, choice, outcome, changes } = answer
  const locked = answer.sending || answer.wait !== undefined
  const edited = model.editedFields(stored, details)
  const missing = model.missingFields(details)
  return (
    <>
      {changes.length > 0 && <OfficeNotice changes={changes} />}
      <HelperFields answer={answer} locked={locked} />
      <AnswerChoice
        choice={choice}
        locked={locked}
        onChoose={(action, goOn) => {
          if (goOn && action === 'update') change(answer)
          else answer.choose(action)
        }}
        describedBy={outcome.noChoice ? 'problems' : undefined}
      />
      {model.hasErrors(outcome) && <ErrorSummary outcome={outcome} />}
      {choice === 'update' && (
        <DetailFields
          stored={stored}
          field={(name) => ({
            name,
            value: details[name],
            error: errorText(fields, name, outcome.fields[name]),
            locked,
            autofills: answer.helper === undefined,
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
            // The focused button disappears with the note.
            document.getElementById('action-confirm')?.focus()
          }}
        />
      )}
    </>
  )
}

const ANSWER = 'answer'

interface AnswerChoiceProps {
  choice: Action | undefined
  /** True while the answer is being sent or waits for a connection. */
  locked: boolean
  /** `goOn`: moves on to the fields. Arrow keys only change the choice. */
  onChoose: (choice: Action, goOn: boolean) => void
  describedBy: string | undefined
}

function AnswerChoice({ choice, locked, onChoose, describedBy }: AnswerChoiceProps) {
  const { form } = useTexts()
  const byArrow = useRef(false)
  const options = [
    { action: 'confirm', label: form.confirm, hint: form.confirmHint },
    { action: 'update', label: form.update, hint: form.updateHint },
  ] as const
  return (
    <fieldset
      className="choice"
      aria-describedby={describedBy}
      onKeyDown={({ key }) => {
        byArrow.current = key.startsWith('Arrow')
      }}
      onPointerDown={() => {
        byArrow.current = false
      }}
    >
      <legend>{form.answer}</legend>
      {options.map(({ action, label, hint }) => (
        <label key={action}>
          <input
            type="radio"
            name="action"
            id={`action-${action}`}
            value={action}
            checked={choice === action}
            onChange={() => onChoose(action, !byArrow.current)}
            aria-disabled={locked}
            aria-describedby={`action-${action}-hint`}
          />
          <span>
            {label}
            <small id={`action-${action}-hint`}>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const errorText = (texts: Texts['fields'], name: DetailName, error?: model.FieldError) =>
  error && (error === 'too_long' ? texts.tooLong(MAX_TEXT) : texts.corrections[name])

/** Links to each control to correct. Takes the focus after each try. */
function ErrorSummary({ outcome }: { outcome: model.Outcome }) {
  const { form, fields } = useTexts()
  const box = useFocusOn<HTMLDivElement>(outcome)
  const problems = DETAIL_FIELDS.flatMap((id) => {
    const text = errorText(fields, id, outcome.fields[id])
    return text ? [{ id: id as string, text }] : []
  })
  const missing = outcome.helper ?? []
  problems.unshift(
    ...missing.map((name) => ({ id: `helper-${name}`, text: form.helper.missing[name] })),
  )
  if (outcome.noChoice) problems.push({ id: 'action-confirm', text: form.noChoice })
  return (
    <div className="problems" id="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>{form.problems(problems.length)}</h2>
      <ul>
        {problems.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const MissingNote = ({ missing }: { missing: DetailName[] }) => (
  <p className="note">{useTexts().form.missing(missing)}</p>
)

interface EditedNoteProps {
  edited: DetailName[]
  locked: boolean
  onUndo: () => void
}

/** Warns a client who edited details and then chooses that all are correct. */
function EditedNote({ edited, locked, onUndo }: EditedNoteProps) {
  const { form } = useTexts()
  return (
    <p className="note">
      {form.edited(edited)}{' '}
      <button
        type="button"
        className="link"
        aria-disabled={locked}
        onClick={() => locked || onUndo()}
      >
        {form.undo}
      </button>
    </p>
  )
}

/** Lists the office's changes since the page was opened. Takes the focus with each new list. */
function OfficeNotice({ changes }: { changes: DetailName[] }) {
  const { form } = useTexts()
  const box = useFocusOn<HTMLDivElement>(changes)
  return (
    <div className="office" role="alert" tabIndex={-1} ref={box}>
      <h2>{form.officeTitle}</h2>
      <p>{form.officeChanges(changes)}</p>
    </div>
  )
}

function HelperFields({ answer, locked }: { answer: Answer; locked: boolean }) {
  const { helper: texts } = useTexts().form
  const { helper, outcome, writeHelper } = answer
  if (!helper) return null
  return (
    <fieldset className="group">
      <legend>{texts.legend}</legend>
      {model.HELPER_FIELDS.map((name) => (
        <Field
          key={name}
          id={`helper-${name}`}
          name={`helper_${name}`}
          label={texts[name]}
          error={outcome.helper?.includes(name) ? texts.missing[name] : undefined}
          maxLength={MAX_TEXT}
          required
          autoComplete={name === 'name' ? 'name' : 'off'}
          value={helper[name]}
          readOnly={locked}
          onChange={(event) => writeHelper(name, event.target.value)}
        />
      ))}
    </fieldset>
  )
}
