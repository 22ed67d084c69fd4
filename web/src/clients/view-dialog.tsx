import { addView, changeView, type View, type ViewInput } from '@attest/contract/views'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const OUTCOME = {
  refreshes: ['views'],
  success: ({ name }: View) => ({ title: 'View saved', text: name }),
  // The dialog shows a colleague's newer version.
  failure: (error: Error) =>
    error instanceof CallError && error.body.current
      ? null
      : unlessAtField(mayRetry('Not saved', 'The view could not be saved.'))(error),
}

const useAddView = action(addView, OUTCOME)
const useChangeView = action(changeView, OUTCOME)

interface ViewDialogProps {
  view?: View | undefined
  state: Pick<ViewInput, 'filter' | 'sort' | 'columns'>
  onSaved: (view: View) => void
  onClose: () => void
}

export default function ViewDialog({ view, state, onSaved, onClose }: ViewDialogProps) {
  const add = useAddView()
  const change = useChangeView()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [error, setError] = useState<string>()
  const [newer, setNewer] = useState<View>()
  const callbacks = {
    onSuccess: (saved: View) => {
      onClose()
      onSaved(saved)
    },
    onError: (failure: Error) => {
      if (!(failure instanceof CallError)) return
      setError(failure.body.fields?.name)
      if (failure.body.current) setNewer(failure.body.current as View)
    },
  }
  const save = () => {
    const body = { ...state, name, shared }
    if (name.trim() === '') return setError('Name is required')
    if (!view) return add.mutate({ body }, callbacks)
    const { version } = newer ?? view
    change.mutate({ params: { id: view.id }, body: { ...body, version } }, callbacks)
  }
  return (
    <FormDialog
      title={view ? 'Save View' : 'Save as View'}
      description="A view keeps the filters, the order and the columns, not the clients: whoever matches later is in it."
      label="Save View"
      busyLabel="Saving..."
      busy={add.isPending || change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {newer && (
        <p role="alert" className="mb-4 rounded-md bg-danger-soft px-4 py-3">
          Someone else has changed this view, now named “{newer.name}”. Saving again replaces their
          changes.
        </p>
      )}
      <Field label="Name" error={error}>
        <Input maxLength={60} value={name} onValueChange={setName} />
      </Field>
      <div className="mt-4">
        <Checkbox
          label="Share with all administrators, who may change it too"
          checked={shared}
          onCheckedChange={setShared}
        />
      </div>
    </FormDialog>
  )
}
