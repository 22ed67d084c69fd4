import { MAX_TEXT } from '@attest/contract/tidy'
import type { Outcome } from './answer-state.ts'
import { DETAIL_FIELDS, type DetailName, type FieldError } from './details.ts'
import type { Texts } from './texts/en.ts'
import { useTexts } from './texts/use-texts.ts'
import { useFocusOn } from './use-focus-on.ts'

export const errorText = (texts: Texts['fields'], name: DetailName, error?: FieldError) =>
  error && (error === 'too_long' ? texts.tooLong(MAX_TEXT) : texts.corrections[name])

/** Leads to each control that needs a correction. Takes the focus after each try. */
export function ErrorSummary({ outcome }: { outcome: Outcome }) {
  const { form, fields } = useTexts()
  const box = useFocusOn<HTMLDivElement>(outcome)
  const problems = DETAIL_FIELDS.flatMap((id) => {
    const text = errorText(fields, id, outcome.fields[id])
    return text ? [{ id: id as string, text }] : []
  })
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
