import type { ReactNode, SubmitEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { Saving } from './field.tsx'
import type { useFormGuard } from './leave-guard.tsx'

interface DialogFormProps {
  label: string
  busyLabel?: string
  busy?: boolean
  disabled?: boolean
  danger?: boolean
  onSubmit: (event: SubmitEvent) => void
  onCancel: () => void
  children: ReactNode
}

export function DialogForm(props: DialogFormProps) {
  const { label, busyLabel = 'Loading...', busy = false, disabled, danger } = props
  const { onSubmit, onCancel, children } = props
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      <DialogBody>
        <Saving value={busy}>{children}</Saving>
      </DialogBody>
      <DialogFooter busy={busy} onCancel={onCancel}>
        <Button
          type="submit"
          variant={danger ? 'dangerPrimary' : 'primary'}
          disabled={disabled}
          blocked={busy}
        >
          {busy ? busyLabel : label}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel'> {
  title: string
  description?: ReactNode
  width?: 'wide'
  onClose: () => void
  /** Asks before typed text is discarded. */
  guard?: Pick<ReturnType<typeof useFormGuard>, 'leave' | 'dialog'>
}

/** A dialog with one form. It stays open during the save. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, width, onClose, guard, ...form } = props
  const leave = () => (guard ? guard.leave(onClose) : onClose())
  return (
    <Dialog {...{ title, description, width }} locked={form.busy} onClose={leave}>
      <DialogForm onCancel={leave} {...form} />
      {guard?.dialog}
    </Dialog>
  )
}

interface NewerNoticeProps {
  title: string
  theirs: { label: string; text: string }[]
}

/** A long form is saved from its lower end, where nobody sees what stands above it. */
const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/** The key: each further conflict is shown and announced, too. */
export const NewerNotice = ({ title, theirs }: NewerNoticeProps) => (
  <div
    key={JSON.stringify(theirs)}
    ref={intoView}
    role="alert"
    className="rounded-md border border-danger bg-danger-soft px-4 py-3"
  >
    <p className="font-semibold text-danger">{title}</p>
    <dl className="my-1.5 grid gap-1.5">
      {theirs.map(({ label, text }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{text || 'empty'}</dd>
        </div>
      ))}
    </dl>
    <p>Your changes are still here. Saving again replaces theirs.</p>
  </div>
)
