import { ExportDialog } from '../exports/export-dialog.tsx'
import { formatNumber } from '../lib/format.ts'
import { useRounds } from '../rounds/use-rounds.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ChangeGroupDialog } from './change-group-dialog.tsx'
import { DeleteManyDialog } from './delete-many-dialog.tsx'
import { countOf, type Selected } from './use-client-selection.ts'
import { useDeleteClients, useRemindSelected } from './use-clients.ts'
import { useEmailSelected } from './use-email-selected.ts'

export type Question = 'email' | 'remind' | 'export' | 'group' | 'delete'

interface SelectionQuestionProps {
  question: Question
  selected: Selected
  onDone: () => void
  onClose: () => void
}

const clients = (count: number) => (count === 1 ? '1 client' : `${formatNumber(count)} clients`)

export function SelectionQuestion({ question, ...props }: SelectionQuestionProps) {
  const { selected, onClose } = props
  if (question === 'email') return <EmailQuestion {...props} />
  if (question === 'remind') return <RemindQuestion {...props} />
  if (question === 'group') return <ChangeGroupDialog {...props} />
  if (question === 'delete') return <DeleteQuestion {...props} />
  const chosen = 'ids' in selected ? { ids: selected.ids.join(',') } : selected.filter
  return <ExportDialog chosen={chosen} count={countOf(selected)} onClose={onClose} />
}

type AskProps = Omit<SelectionQuestionProps, 'question'>

function EmailQuestion({ selected, onDone, onClose }: AskProps) {
  const email = useEmailSelected()
  const count = clients(countOf(selected))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Email ${count}?`}
      text="Each gets the letter of its group with a new link. Clients who have answered are asked again and become pending. Clients marked “Do not ask” get nothing."
      action="Send Emails"
      harmless
      onConfirm={() => email.mutate(selected, { onSuccess: onDone })}
    />
  )
}

function RemindQuestion({ selected, onDone, onClose }: AskProps) {
  const remind = useRemindSelected()
  const { data: rounds } = useRounds()
  const open = rounds?.find(({ closed_at }) => closed_at === null)
  const text = open
    ? `Of the ${clients(countOf(selected))}, those get the reminder who were asked in “${open.name}”, have not answered, and were not emailed in the last 24 hours.`
    : 'No round is open. Email the clients instead: that starts one.'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Send a reminder?"
      text={text}
      action={open ? 'Send Reminders' : 'Close'}
      harmless
      onConfirm={() =>
        open && remind.mutate({ params: { id: open.id }, body: selected }, { onSuccess: onDone })
      }
    />
  )
}

/** Beyond one page, the administrator types the number. */
function DeleteQuestion({ selected, onDone, onClose }: AskProps) {
  const remove = useDeleteClients()
  const count = countOf(selected)
  const confirm = () => remove.mutate({ body: selected }, { onSuccess: onDone })
  if ('filter' in selected) {
    return <DeleteManyDialog count={count} onConfirm={confirm} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete Selected"
      text={`Are you sure you want to delete ${count} selected user(s)? This action cannot be undone.`}
      action="Delete"
      onConfirm={confirm}
    />
  )
}
