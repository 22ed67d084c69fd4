import { type SubmitEvent, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'

interface DeleteManyDialogProps {
  count: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the number: more clients are deleted than the screen shows. */
export function DeleteManyDialog({ count, onConfirm, onClose }: DeleteManyDialogProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.replace(/[\s,]/g, '') !== String(count)) {
      setError(`Enter ${formatNumber(count)} to delete them, or cancel.`)
      return
    }
    onConfirm()
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Delete ${formatNumber(count)} clients?`}>
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <p className="mb-4 text-ink-2">
            Their records, links and files are deleted. Their history and answers stay. This action
            cannot be undone.
          </p>
          <Field
            label={`To confirm, enter the number of clients: ${formatNumber(count)}`}
            error={error}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="dangerPrimary" type="submit">
            Delete {formatNumber(count)} Clients
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
