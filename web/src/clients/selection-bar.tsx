import { isOpen } from '@attest/contract/rounds'
import { ChevronDown, Trash2 } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { BulkEmailDialog, ChangeGroupDialog, ExportDialog, RoundDialog } from '../lazy-dialogs.ts'
import { readFailure } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useRemind, useReminderPreview, useRounds } from '../rounds/use-rounds.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageBar } from '../ui/page.tsx'
import type { Selected } from './client-selection.ts'
import { useDeleteClients } from './use-clients.ts'

const MakeLettersDialog = lazyPart(() => import('../letters/make-letters-dialog.tsx'))
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'))

interface SelectionBarProps {
  selected: Selected
  total: number
  onClose: () => void
  onEvery: () => void
}

/** An open question keeps its clients when the rows change. */
export default function SelectionBar({ selected, total, onClose, onEvery }: SelectionBarProps) {
  const [asked, setAsked] = useState<{ question: Question; selected: Selected }>()
  // Outside the question, as these calls continue after it closes.
  const remind = useRemind()
  const remove = useDeleteClients()
  return (
    <>
      {countOf(selected) > 0 && (
        <Bar
          count={countOf(selected)}
          total={total}
          busy={remind.isPending || remove.isPending}
          onClear={onClose}
          onEvery={onEvery}
          isPair={'ids' in selected && selected.ids.length === 2}
          onAsk={(question) => setAsked({ question, selected })}
        />
      )}
      {asked && (
        <SelectionQuestion
          {...asked}
          onRemind={(id, body) => remind.mutate({ params: { id }, body }, { onSuccess: onClose })}
          onDelete={(body) => remove.mutate({ body }, { onSuccess: onClose })}
          onDone={onClose}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface BarProps {
  count: number
  total: number
  busy: boolean
  isPair: boolean
  onClear: () => void
  onEvery: () => void
  onAsk: (question: Question) => void
}

/** Comes and goes without moving a row under the pointer. */
function Bar({ count, total, busy, isPair, onClear, onEvery, onAsk }: BarProps) {
  // The bar would cover a row at the lower edge that was selected by key. A clicked row does not move.
  useLayoutEffect(() => {
    void document.querySelector('tr:focus-visible')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <PageBar className="gap-x-3.5 gap-y-2 bg-accent-soft py-2">
      <p role="status" className="font-semibold">
        {formatNumber(count)} selected
      </p>
      {total > count && (
        <Button variant="quiet" size="sm" onClick={onEvery}>
          Select All {formatNumber(total)}
        </Button>
      )}
      <div className="ml-auto flex gap-2 max-[38rem]:w-full max-[38rem]:justify-between max-[38rem]:gap-1">
        <Button variant="quiet" size="sm" className="max-[38rem]:-ml-3" onClick={onClear}>
          Clear Selection
        </Button>
        <Menu
          trigger={
            <Button size="sm" blocked={busy}>
              Actions
              <ChevronDown aria-hidden />
            </Button>
          }
          items={[
            { label: 'Send Email', onSelect: () => onAsk('email') },
            { label: 'Send Reminder', onSelect: () => onAsk('remind') },
            { label: 'Letters on Paper', onSelect: () => onAsk('letters') },
            { label: 'Start Round', onSelect: () => onAsk('round') },
            { label: 'Export', onSelect: () => onAsk('export') },
            { label: 'Change Group', onSelect: () => onAsk('group') },
            ...(isPair ? [{ label: 'Merge', onSelect: () => onAsk('merge') }] : []),
          ]}
        />
        <Button variant="danger" size="sm" blocked={busy} onClick={() => onAsk('delete')}>
          <Trash2 aria-hidden className="max-md:hidden" />
          Delete Selected
        </Button>
      </div>
    </PageBar>
  )
}

type Question = 'email' | 'remind' | 'letters' | 'round' | 'export' | 'group' | 'merge' | 'delete'

interface SelectionQuestionProps {
  question: Question
  selected: Selected
  onRemind: (roundId: number, selected: Selected) => void
  onDelete: (selected: Selected) => void
  onDone: () => void
  onClose: () => void
}

const clients = (count: number) => counted(count, 'client', 'clients')

function SelectionQuestion({ question, ...props }: SelectionQuestionProps) {
  const { selected, onDone, onClose } = props
  if (question === 'email') {
    return <BulkEmailDialog selected={selected} onStarted={onDone} onClose={onClose} />
  }
  if (question === 'round') return <RoundDialog selected={selected} onClose={onClose} />
  if (question === 'letters')
    return (
      <MakeLettersDialog selection={selected} count={countOf(selected)} onClose={props.onClose} />
    )
  if (question === 'remind') return <RemindQuestion {...props} />
  if (question === 'group') return <GroupQuestion {...props} />
  if (question === 'merge' && 'ids' in selected) {
    return (
      <MergeDialog ids={selected.ids as [number, number]} onDone={onDone} onClose={props.onClose} />
    )
  }
  if (question === 'delete') return <DeleteQuestion {...props} />
  const chosen = 'ids' in selected ? { ids: selected.ids.join(',') } : selected.filter
  return <ExportDialog chosen={chosen} count={countOf(selected)} onClose={onClose} />
}

type AskProps = Omit<SelectionQuestionProps, 'question'>

function RemindQuestion({ selected, onRemind, onClose }: AskProps) {
  const rounds = useRounds()
  const open = rounds.data?.find(isOpen)
  const preview = useReminderPreview(open?.id, selected)
  const { recipients = 0, emails = 0 } = preview.data ?? {}
  const error = rounds.error ?? preview.error
  // Waits for the number, as a Send button that appears later could be pressed by mistake.
  if (!error && (open ? !preview.data : !rounds.data)) return null
  const text = () => {
    if (error) return readFailure(error)
    if (!open) return 'No round is open. Email the clients instead: that starts one.'
    const reached = `those who were asked in “${open.name}”, have not answered, and were not emailed in the last 24 hours`
    const together = emails < recipients ? `, in ${counted(emails, 'email', 'emails')}` : ''
    return recipients === 0
      ? `It would reach none of the ${clients(countOf(selected))}. A reminder goes only to ${reached}.`
      : `It goes to ${formatNumber(recipients)} of ${clients(countOf(selected))}${together}: ${reached}.`
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

/** Above a usual page's number of clients, the administrator types the number. */
const MANY = 25

/** Explains the spec's sentence before it. */
const WHAT_ENDS =
  'Open links and waiting emails end for good. The clients can be restored from the trash for 30 days.'

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
      text={`Are you sure you want to delete ${count} selected user(s)? This action cannot be undone. ${WHAT_ENDS}`}
      action="Delete"
      onConfirm={confirm}
    />
  )
}

interface DeleteManyDialogProps {
  count: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the number, as more clients are deleted than the screen shows. */
function DeleteManyDialog({ count, onConfirm, onClose }: DeleteManyDialogProps) {
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
      <p className="mb-4 text-ink-2">{WHAT_ENDS}</p>
      <Field label={`To confirm, enter the number of clients: ${formatNumber(count)}`}>
        <Input inputMode="numeric" value={typed} onValueChange={setTyped} />
      </Field>
    </FormDialog>
  )
}

const countOf = (selected: Selected) => ('ids' in selected ? selected.ids.length : selected.total)
