import { type EntryOf, MAX_NOTE, NOTE_EDITABLE_MS } from '@attest/contract/timeline'
import { useState } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Saving, Textarea } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { useAddNote, useEditNote, useStrikeNote } from './use-timeline.ts'

const TOO_LONG = 'A note has at most 10,000 characters. Please write two.'

interface NoteFormProps {
  clientId: number
  note?: EntryOf<'note'>
  onClose?: () => void
}

function useNote({ clientId, note, onClose }: NoteFormProps) {
  const [add, edit] = [useAddNote(), useEditNote()]
  const saving = add.isPending || edit.isPending
  const start = note?.text ?? ''
  const [text, setText] = useState(start)
  const dirty = text.trim() !== start
  const guard = useFormGuard(dirty, saving)
  const body = { text }
  const save = () =>
    note
      ? edit.mutate({ params: { id: note.id }, body }, { onSuccess: onClose })
      : add.mutate({ params: { id: clientId }, body }, { onSuccess: () => setText('') })
  return { text, setText, saving, save, guard }
}

/** The field grows with its text. Enter starts a new line, Ctrl+Enter saves. */
export function NoteForm(props: NoteFormProps) {
  const { note, onClose } = props
  const { text, setText, saving, save, guard } = useNote(props)
  const label = note ? 'Edit the note' : 'Write a note'
  const tooLong = text.trim().length > MAX_NOTE
  const blocked = saving || tooLong || text.trim() === ''
  return (
    <form
      className="mb-3.5 flex flex-wrap items-start gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) save()
      }}
    >
      <Saving value={saving}>
        <Textarea
          aria-label={label}
          placeholder={label}
          rows={1}
          dir="auto"
          aria-invalid={tooLong || undefined}
          className="field-sizing-content max-h-80 min-h-10 flex-1 resize-none"
          value={text}
          onValueChange={setText}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </Saving>
      <Button type="submit" blocked={blocked}>
        {saving ? 'Saving...' : note ? 'Save' : 'Add Note'}
      </Button>
      {onClose && <Button onClick={() => guard.leave(onClose)}>Cancel</Button>}
      {tooLong && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {TOO_LONG}
        </p>
      )}
      {guard.dialog}
    </form>
  )
}

type NoteTextProps = Pick<NoteFormProps, 'clientId'> & { note: EntryOf<'note'> }

export function NoteText({ note, clientId }: NoteTextProps) {
  const [editing, setEditing] = useState(false)
  if (editing) return <NoteForm clientId={clientId} note={note} onClose={() => setEditing(false)} />
  const { text, edited_at, struck_at, struck_by } = note
  return (
    <>
      <LongText struck={struck_at !== null}>{text}</LongText>
      {struck_at && (
        <p className="text-sm text-ink-3 wrap-anywhere">
          Struck out by {struck_by}, {formatDateTime(struck_at)}
        </p>
      )}
      {edited_at && !struck_at && (
        <p className="text-sm text-ink-3">Edited {formatDateTime(edited_at)}</p>
      )}
      {!struck_at && <NoteActions note={note} onEdit={() => setEditing(true)} />}
    </>
  )
}

function NoteActions({ note, onEdit }: { note: EntryOf<'note'>; onEdit: () => void }) {
  const { user } = useSession()
  const { mutate, isPending } = useStrikeNote()
  const mayEdit = user?.email === note.by && Date.now() - Date.parse(note.at) < NOTE_EDITABLE_MS
  return (
    <p className="flex gap-4">
      {mayEdit && (
        <Button variant="link" size="inline" onClick={onEdit}>
          Edit
        </Button>
      )}
      <ConfirmButton
        variant="link"
        size="inline"
        blocked={isPending}
        question="Strike Out"
        text="The note stays readable, struck out, with your name. This cannot be undone."
        onConfirm={() => mutate({ params: { id: note.id } })}
      >
        Strike Out
      </ConfirmButton>
    </p>
  )
}

const LONG = 500

function LongText({ struck, children }: { struck: boolean; children: string }) {
  const [open, setOpen] = useState(false)
  const long = children.length > LONG || children.split('\n').length > 6
  const Text = struck ? 's' : 'p'
  return (
    <>
      <Text
        dir="auto"
        className={`whitespace-pre-wrap wrap-anywhere ${struck ? 'text-ink-3' : ''} ${long && !open ? 'line-clamp-6' : 'block'}`}
      >
        {children}
      </Text>
      {long && (
        <Button variant="link" size="inline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}
