import { BulkEmailDialog, ExportDialog } from '../lazy-dialogs.ts'
import { readFailure } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { useReminderPreview, useRounds } from '../rounds/use-rounds.ts'
import { ChangeGroupDialog } from '../templates/change-group-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DeleteManyDialog } from './delete-many-dialog.tsx'
import { countOf, type Selected } from './use-client-selection.ts'

export type Question = 'email' | 'remind' | 'export' | 'group' | 'delete'

interface SelectionQuestionProps {
  question: Question
  selected: Selected
  onRemind: (roundId: number, selected: Selected) => void
  onDelete: (selected: Selected) => void
  onDone: () => void
  onClose: () => void
}

const clients = (count: number) => counted(count, 'client', 'clients')

export function SelectionQuestion({ question, ...props }: SelectionQuestionProps) {
  const { selected, onDone, onClose } = props
  if (question === 'email') {
    return <BulkEmailDialog selected={selected} onStarted={onDone} onClose={onClose} />
  }
  if (question === 'remind') return <RemindQuestion {...props} />
  if (question === 'group') return <GroupQuestion {...props} />
  if (question === 'delete') return <DeleteQuestion {...props} />
  const chosen = 'ids' in selected ? { ids: selected.ids.join(',') } : selected.filter
  return <ExportDialog chosen={chosen} count={countOf(selected)} onClose={onClose} />
}

type AskProps = Omit<SelectionQuestionProps, 'question'>

function RemindQuestion({ selected, onRemind, onClose }: AskProps) {
  const rounds = useRounds()
  const open = rounds.data?.find(({ closed_at }) => closed_at === null)
  const preview = useReminderPreview(open?.id, selected)
  const recipients = preview.data?.recipients ?? 0
  const error = rounds.error ?? preview.error
  // Waits for the number: a Send button that appears later could be pressed by mistake.
  if (!error && (open ? !preview.data : !rounds.data)) return null
  const text = () => {
    if (error) return readFailure(error)
    if (!open) return 'No round is open. Email the clients instead: that starts one.'
    const reached = `those who were asked in “${open.name}”, have not answered, and were not emailed in the last 24 hours`
    return recipients === 0
      ? `It would reach none of the ${clients(countOf(selected))}. A reminder goes only to ${reached}.`
      : `It goes to ${formatNumber(recipients)} of ${clients(countOf(selected))}: ${reached}.`
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Send a reminder?"
      text={text()}
      {...(recipients > 0
        ? { action: `Send ${counted(recipients, 'Reminder', 'Reminders')}` }
        : { cancel: 'Close' })}
      harmless
      onConfirm={() => open && onRemind(open.id, selected)}
    />
  )
}

function GroupQuestion({ selected, onDone, onClose }: AskProps) {
  const count = countOf(selected)
  return (
    <ChangeGroupDialog
      title="Change group"
      description={`The group decides which letter ${count === 1 ? 'the client gets' : `the ${clients(count)} get`}.`}
      label="Change Group"
      clients={selected}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** More clients than a usual page has: the administrator types the number. */
const MANY = 25

function DeleteQuestion({ selected, onDelete, onClose }: AskProps) {
  const count = countOf(selected)
  const confirm = () => onDelete(selected)
  if ('filter' in selected || count > MANY) {
    return <DeleteManyDialog count={count} onConfirm={confirm} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Selected"
      text={`Are you sure you want to delete ${count} selected user(s)? This action cannot be undone.`}
      action="Delete"
      onConfirm={confirm}
    />
  )
}
