import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from './call.ts'

/** Shows the server's errors at their fields. `fieldOf` maps an error's key to its field. */
export function showFieldErrors<V extends FieldValues, T>(
  form: UseFormReturn<V, unknown, T>,
  error: unknown,
  fieldOf = (key: string) => key,
) {
  if (!(error instanceof CallError)) return
  const shown = Object.entries(error.body.fields ?? {})
    .map(([key, message]) => ({ name: fieldOf(key) as Path<V>, message }))
    .filter(({ name }) => form.getValues(name) !== undefined)
  for (const [n, { name, message }] of shown.entries()) {
    form.setError(name, { message }, { shouldFocus: n === 0 })
  }
}

/** Whether a form's `dirtyFields` has any, also nested ones. */
export const isDirty = (fields: unknown): boolean =>
  typeof fields === 'object' && fields !== null
    ? Object.values(fields).some(isDirty)
    : fields === true
