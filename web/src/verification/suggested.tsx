import type { Suggestion } from '@attest/contract/suggestions'
import type { DetailName } from './details.ts'

interface Props {
  field: DetailName
  suggestion: Suggestion | undefined
  locked: boolean
  onUse: (value: string) => void
}

/** Always there: screen readers announce only what comes into a region that they know. */
export const Suggested = ({ field, suggestion, locked, onUse }: Props) => (
  <p className="suggestion" role="status">
    {suggestion && (
      <>
        <span>{suggestion.text}</span>{' '}
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
          {suggestion.action}
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
