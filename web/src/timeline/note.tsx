import { type EntryOf, MAX_NOTE, NOTE_EDITABLE_MS } from '@attest/contract/timeline'
import { useState } from 'react'
import { useDraft } from '../lib/drafts.ts'
import { formatDateTime } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Saving, Textarea } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { useAddNote, useEditNote, useStrikeNote } from './use-timeline.ts'

const TOO_LONG = 'A note has at most 10,000 characters. Please write two.'

export function NoteBox({ clientId }: { clientId: number }) {
  const name = `note on client ${clientId}`
  const draft = useDraft(name, (): string | undefined => text.trim() || undefined)
  const [text, setText] = useState(draft ?? '')
  const { mutate, isPending } = useAddNote()
  const guard = useFormGuard(text.trim() !== '', isPending)
  const add = () =>
    mutate({ params: { id: clientId }, body: { text } }, { onSuccess: () => setText('') })
  return (
    <div className="mb-3.5">
      <NoteForm label="Write a note" text={text} onText={setText} saving={isPending} onSave={add}>
        Add Note
      </NoteForm>
      {guard.dialog}
    </div>
  )
}

interface NoteFormProps {
  label: string
  text: string
  onText: (text: string) => void
  saving: boolean
  onSave: () => void
  children: string
}

/** Grows with its text. Enter begins a line, Ctrl and Enter save. */
function NoteForm({ label, text, onText, saving, onSave, children }: NoteFormProps) {
  const tooLong = text.trim().length > MAX_NOTE
  const blocked = saving || tooLong || text.trim() === ''
  return (
    <form
      className="flex flex-wrap items-start gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) onSave()
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
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </Saving>
      <Button type="submit" blocked={blocked}>
        {saving ? 'Saving...' : children}
      </Button>
      {tooLong && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {TOO_LONG}
        </p>
      )}
    </form>
  )
}

/** Markup is shown as it was typed. */
export function NoteText({ note }: { note: EntryOf<'note'> }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <NoteEditor note={note} onClose={() => setEditing(false)} />
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

function NoteEditor({ note, onClose }: { note: EntryOf<'note'>; onClose: () => void }) {
  const [text, setText] = useState(note.text)
  const { mutate, isPending } = useEditNote()
  const guard = useFormGuard(text !== note.text, isPending)
  const save = () =>
    mutate({ params: { id: note.id }, body: { text } }, { onSuccess: () => onClose() })
  return (
    <div className="mt-1.5">
      <NoteForm label="Edit the note" text={text} onText={setText} saving={isPending} onSave={save}>
        Save
      </NoteForm>
      <Button variant="link" size="inline" onClick={() => guard.leave(onClose)}>
        Cancel
      </Button>
      {guard.dialog}
    </div>
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
        className={`block whitespace-pre-wrap wrap-anywhere ${struck ? 'text-ink-3' : ''} ${long && !open ? 'line-clamp-6' : ''}`}
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
