import type { FieldState } from './detail-field.tsx'
import type { SuggestionTexts } from './texts/en.ts'

interface Props {
  field: FieldState
  suggestion: { value: string } | undefined
  /** In the page's language. */
  texts: SuggestionTexts
}

/** Always there: screen readers announce only what comes into a region that they know. */
export const Suggested = ({ field, suggestion, texts }: Props) => (
  <p className="suggestion" role="status">
    {suggestion && (
      <>
        <span>{texts.text}</span>{' '}
        <button
          type="button"
          className="link"
          aria-disabled={field.locked}
          onClick={() => {
            if (field.locked) return
            field.onChange(suggestion.value)
            focusBox(field.name)
          }}
        >
          {texts.action}
        </button>
      </>
    )}
  </p>
)

/** The button goes away. Not the field itself, which would open a phone's keyboard. */
function focusBox(field: FieldState['name']) {
  const box = document.getElementById(field)?.closest<HTMLElement>('.field')
  box?.setAttribute('tabindex', '-1')
  box?.focus({ preventScroll: true })
}
