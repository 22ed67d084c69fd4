import { MAX_TEXT } from '@attest/contract/tidy'
import { HELPER_FIELDS } from './details.ts'
import { useTexts } from './texts/languages.ts'
import type { Answer } from './use-answer.ts'

/** Who answers for the client. */
export function HelperFields({ answer, locked }: { answer: Answer; locked: boolean }) {
  const { helper: texts } = useTexts().form
  const { helper, outcome, writeHelper } = answer
  if (!helper) return null
  return (
    <fieldset className="group">
      <legend>{texts.legend}</legend>
      {HELPER_FIELDS.map((name) => {
        const isMissing = outcome.helper?.includes(name)
        return (
          <div key={name} className="field">
            <label htmlFor={`helper-${name}`}>{texts[name]}</label>
            <input
              id={`helper-${name}`}
              name={`helper_${name}`}
              maxLength={MAX_TEXT}
              required
              autoComplete={name === 'name' ? 'name' : 'off'}
              value={helper[name]}
              readOnly={locked}
              onChange={(event) => writeHelper(name, event.target.value)}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? `helper-${name}-error` : undefined}
            />
            {isMissing && (
              <p className="error" id={`helper-${name}-error`}>
                {texts.missing[name]}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
