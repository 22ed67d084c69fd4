import { DeadLinkNotice } from './dead-link.tsx'
import { showField } from './detail-fields.tsx'
import { editedFields, type Outcome } from './details.ts'
import { useFocusOn } from './letter.tsx'
import { useTexts } from './texts/languages.ts'
import type { Answer, Wait } from './use-answer.ts'

/** The submit button, or a question or message that replaces it. */
export function FormEnd({ token, answer }: { token: string; answer: Answer }) {
  const { form } = useTexts()
  const { stored, details, outcome, sending, wait } = answer
  if (wait) return <WaitNote wait={wait} answer={answer} />
  if (outcome.dead) return <DeadLinkNotice token={token} link={outcome.dead} />
  if (outcome.unchanged && editedFields(stored, details).length === 0)
    return <UnchangedQuestion answer={answer} />
  return (
    <>
      {outcome.failure && <Failure outcome={outcome} />}
      <button type="submit" className="button" aria-disabled={sending}>
        {sending ? form.submitting : form.submit}
      </button>
    </>
  )
}

/** Says that an answer without a reply will be sent again. Takes the focus of the button that it replaces. */
function WaitNote({ wait, answer }: { wait: Wait; answer: Answer }) {
  const { sending: sendingText, problems, waiting } = useTexts()
  const { choice, sending, send, stop } = answer
  const box = useFocusOn<HTMLDivElement>(undefined)
  function change() {
    stop()
    if (choice === 'update') showField()
    else document.getElementById('action-confirm')?.focus()
  }
  return (
    <div className="office">
      <div role="alert" tabIndex={-1} ref={box}>
        <h2>{waiting.title}</h2>
        <p>{`${problems[wait.why]} ${waiting.text}`}</p>
      </div>
      <p className="caption">{waiting.lastTry(wait.lastTry)}</p>
      <div className="pair">
        <button
          type="button"
          className="button"
          aria-disabled={sending}
          onClick={() => send(wait.given)}
        >
          {sending ? sendingText : waiting.sendNow}
        </button>
        <button type="button" className="button plain" onClick={change}>
          {waiting.change}
        </button>
      </div>
    </div>
  )
}

function UnchangedQuestion({ answer }: { answer: Answer }) {
  const { form } = useTexts()
  const { outcome, sending, submit, choose } = answer
  const box = useFocusOn<HTMLDivElement>(outcome)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would not be a heading
    <div className="office" role="group" aria-labelledby="unchanged" tabIndex={-1} ref={box}>
      <h2 id="unchanged">{form.unchanged}</h2>
      <div className="pair">
        {/* Comes first, as Enter in a field presses the first button. */}
        <button
          type="submit"
          name="change"
          className="button plain"
          aria-disabled={sending}
          onClick={(event) => {
            event.preventDefault()
            choose('update')
            if (!sending) showField()
          }}
        >
          {form.willChange}
        </button>
        <button
          type="submit"
          name="action"
          value="confirm"
          className="button"
          aria-disabled={sending}
          onClick={(event) => {
            event.preventDefault()
            submit('confirm')
          }}
        >
          {sending ? form.submitting : form.allCorrect}
        </button>
      </div>
    </div>
  )
}

/** Says why an answer failed. Takes the focus after each try. */
function Failure({ outcome }: { outcome: Outcome }) {
  const { problems, unsure } = useTexts()
  const box = useFocusOn<HTMLParagraphElement>(outcome)
  const { failure } = outcome
  return (
    <p className="failure" role="alert" tabIndex={-1} ref={box}>
      {failure && (failure === 'unreadable' ? problems[failure] : `${problems[failure]} ${unsure}`)}
    </p>
  )
}
