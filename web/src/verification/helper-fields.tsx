import { MAX_TEXT } from '@attest/contract/tidy'
import { Field } from './detail-field.tsx'
import { HELPER_FIELDS } from './details.ts'
import { useTexts } from './texts/languages.ts'
import type { Answer } from './use-answer.ts'

export function HelperFields({ answer, locked }: { answer: Answer; locked: boolean }) {
  const { helper: texts } = useTexts().form
  const { helper, outcome, writeHelper } = answer
  if (!helper) return null
  return (
    <fieldset className="group">
      <legend>{texts.legend}</legend>
      {HELPER_FIELDS.map((name) => (
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
