import { type EntryOf, MAX_NOTE, NOTE_EDITABLE_MS } from '@attest/contract/timeline'
import { useEffect, useState } from 'react'
import { useDraft } from '../lib/drafts.ts'
import { formatDateTime } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Saving, Textarea } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { useAddNote, useEditNote, useStrikeNote } from './use-timeline.ts'

const TOO_LONG = 'A note has at most 10,000 characters. Please write two.'

/** Drafts of notes that are being typed. */
const typing = new Set<string>()
const draftOn = (clientId: number) => `note on client ${clientId}`
export const isNoting = (clientId: number) => typing.has(draftOn(clientId))

export function NoteBox({ clientId }: { clientId: number }) {
  const { mutate, isPending } = useAddNote()
  return (
    <NoteForm
      label="Write a note"
      action="Add Note"
      draft={draftOn(clientId)}
      saving={isPending}
      onSave={(text, onSuccess) =>
        mutate({ params: { id: clientId }, body: { text } }, { onSuccess })
      }
    />
  )
}

interface NoteFormProps {
  label: string
  action: string
  /** The name under which the text outlasts a session. */
  draft: string
  start?: string
  saving: boolean
  onSave: (text: string, onSuccess: () => void) => void
  onCancel?: () => void
}

/** Grows with its text. Enter begins a line, Ctrl and Enter save. */
function NoteForm(props: NoteFormProps) {
  const { label, action, start = '', saving, onSave, onCancel } = props
  const kept = useDraft(props.draft, (): string | undefined => (dirty ? text : undefined))
  const [text, setText] = useState(kept ?? start)
  const dirty = text.trim() !== start
  const guard = useFormGuard(dirty, saving)
  useEffect(() => {
    if (dirty) typing.add(props.draft)
    return () => void typing.delete(props.draft)
  }, [dirty, props.draft])
  const tooLong = text.trim().length > MAX_NOTE
  const blocked = saving || tooLong || text.trim() === ''
  return (
    <form
      className="mb-3.5 flex flex-wrap items-start gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) onSave(text, () => setText(start))
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </Saving>
      <Button type="submit" blocked={blocked}>
        {saving ? 'Saving...' : action}
      </Button>
      {onCancel && <Button onClick={() => guard.leave(onCancel)}>Cancel</Button>}
      {tooLong && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {TOO_LONG}
        </p>
      )}
      {guard.dialog}
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
  const { mutate, isPending } = useEditNote()
  return (
    <NoteForm
      label="Edit the note"
      action="Save"
      draft={`note ${note.id}`}
      start={note.text}
      saving={isPending}
      onSave={(text) => mutate({ params: { id: note.id }, body: { text } }, { onSuccess: onClose })}
      onCancel={onClose}
    />
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
