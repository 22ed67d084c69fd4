import type { ComponentProps, ReactNode, SubmitEvent } from 'react'
import { Dialog, DialogBody } from './dialog.tsx'
import { Saving } from './field.tsx'
import { FormFooter } from './form-footer.tsx'

interface DialogFormProps extends ComponentProps<typeof FormFooter> {
  onSubmit: (event: SubmitEvent) => void
  children: ReactNode
}

/** A dialog's content where it is a form. */
export const DialogForm = ({ onSubmit, children, ...footer }: DialogFormProps) => (
  <form
    noValidate
    className="contents"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event)
    }}
  >
    <DialogBody>
      <Saving value={footer.busy === true}>{children}</Saving>
    </DialogBody>
    <FormFooter {...footer} />
  </form>
)

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel'> {
  title: string
  description?: ReactNode
  wide?: boolean
  onClose: () => void
  /** Asks before what is typed is left. */
  guards?: ReactNode
}

/** A dialog that is one form; it stays open while it is saved. */
export const FormDialog = ({
  title,
  description,
  wide,
  onClose,
  guards,
  ...form
}: FormDialogProps) => (
  <Dialog
    open
    wide={wide}
    locked={form.busy}
    onOpenChange={onClose}
    title={title}
    description={description}
  >
    <DialogForm onCancel={onClose} {...form} />
    {guards}
  </Dialog>
)
