import type { Suggestion } from '@attest/contract/suggestions'
import { Button } from '../ui/button.tsx'
import type { ClientForm } from './client-form.tsx'

interface Props {
  form: ClientForm
  name: 'email' | 'address' | 'state'
  suggestion: Suggestion | undefined
}

/** Always there: screen readers announce only what comes into a region that they know. */
export const Suggested = ({ form, name, suggestion }: Props) => (
  <p role="status" className="mt-1 text-sm text-ink-2 wrap-anywhere empty:absolute">
    {suggestion && (
      <>
        {suggestion.text}{' '}
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            form.setValue(name, suggestion.value, { shouldDirty: true })
            form.clearErrors(name)
            form.setFocus(name)
          }}
        >
          {suggestion.action}
        </Button>
      </>
    )}
  </p>
)
