import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface DeleteManyDialogProps {
  count: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the number: more clients are deleted than the screen shows. */
export function DeleteManyDialog({ count, onConfirm, onClose }: DeleteManyDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title={`Delete ${formatNumber(count)} clients?`}
      label={`Delete ${formatNumber(count)} Clients`}
      danger
      disabled={typed.replace(/[\s,]/g, '') !== String(count)}
      onSubmit={() => {
        onConfirm()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-ink-2">
        Their records, links and files are deleted. Their history and answers stay. This action
        cannot be undone.
      </p>
      <Field label={`To confirm, enter the number of clients: ${formatNumber(count)}`}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
