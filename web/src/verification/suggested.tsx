import type { DetailName } from './details.ts'
import type { SuggestionTexts } from './texts/en.ts'

interface Props {
  field: DetailName
  suggestion: { value: string } | undefined
  /** In the page's language. */
  texts: SuggestionTexts
  locked: boolean
  onUse: (value: string) => void
}

/** Always there: screen readers announce only what comes into a region that they know. */
export const Suggested = ({ field, suggestion, texts, locked, onUse }: Props) => (
  <p className="suggestion" role="status">
    {suggestion && (
      <>
        <span>{texts.text}</span>{' '}
        <button
          type="button"
          className="link"
          aria-disabled={locked}
          onClick={() => {
            if (locked) return
            onUse(suggestion.value)
            focusBox(field)
          }}
        >
          {texts.action}
        </button>
      </>
    )}
  </p>
)

/** The button goes away. Not the field itself, which would open a phone's keyboard. */
function focusBox(field: DetailName) {
  const box = document.getElementById(field)?.closest<HTMLElement>('.field')
  box?.setAttribute('tabindex', '-1')
  box?.focus({ preventScroll: true })
}
