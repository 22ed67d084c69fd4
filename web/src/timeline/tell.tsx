import { letterNumber } from '@attest/contract/letters'
import { OUTCOME_NAMES } from '@attest/contract/outstanding'
import type { EntryOf, TimelineEntry } from '@attest/contract/timeline'
import { Link } from '@tanstack/react-router'
import * as icons from 'lucide-react'
import { excuseName, fieldLabel } from '../history/field-text.ts'
import { counted, formatDay, formatFileSize } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import {
  kindName,
  MessageBadge,
  MessageReason,
  messageTime,
} from '../mailings/describe-mailing.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { ClientLink, MailingLink } from '../ui/page.tsx'
import { ArrivalText } from './arrival.tsx'
import type { Told } from './entry.tsx'
import { NoteText } from './note.tsx'

const VersionDialog = lazyPart(() => import('../templates/version-dialog.tsx'))

type Tellers = {
  [T in TimelineEntry['type']]: (entry: EntryOf<T>, clientId: number) => Told
}

const DANGER = 'bg-danger-soft text-danger'
const DARK = 'bg-ink text-panel'

const TELLERS: Tellers = {
  answer: tellAnswer,
  arrival: tellArrival,
  call: ({ outcome, note }) => ({
    icon: icons.Phone,
    what: 'Called',
    text: (
      <>
        {OUTCOME_NAMES[outcome]}
        {note && <span className="block">{note}</span>}
      </>
    ),
  }),
  change: tellChange,
  email: tellEmail,
  letter: tellLetter,
  note: (note, clientId) => ({
    icon: icons.Pencil,
    what: 'Note',
    text: <NoteText note={note} clientId={clientId} />,
  }),
  opening: ({ on_phone, mailing }) => ({
    icon: icons.Eye,
    what: 'Opened',
    more: ' the link',
    text: (
      <>
        {on_phone ? 'On a phone' : 'On a computer'}
        {mailing && ', from '}
        {mailing && <KindLink {...mailing} />}
      </>
    ),
  }),
  removal: ({ count, first_at, last_at }) => ({
    icon: icons.Trash2,
    what: counted(count, 'record removed', 'records removed'),
    text: `From the history, of ${[...new Set([first_at, last_at].map(formatDay))].join(' to ')}`,
  }),
  review: ({ outcome, fields, note }) => ({
    ...(outcome === 'set_back'
      ? { icon: icons.Undo2, what: 'Set back' }
      : { icon: icons.CheckCheck, what: 'Taken over' }),
    text: [fields.map(fieldLabel).join(', '), note].filter(Boolean).join('. '),
  }),
}

export const tell = (entry: TimelineEntry, clientId: number): Told =>
  (TELLERS[entry.type] as (entry: TimelineEntry, clientId: number) => Told)(entry, clientId)

const VIA = { link: 'by link', phone: 'by phone', letter: 'by letter', in_person: 'in person' }

function tellAnswer(entry: EntryOf<'answer'>): Told {
  const { via, at, answered_at, answered_by: helper, note, old, result } = entry
  const fields = Object.keys(old).length
  const recorded = [
    answered_at < at && `On ${formatDay(answered_at)}.`,
    entry.by && `Recorded by ${entry.by}.`,
    note,
  ].filter(Boolean)
  return {
    ...(result === 'updated'
      ? { icon: icons.Pencil, tone: 'bg-updated-soft text-updated' }
      : { icon: icons.Check, tone: 'bg-confirmed-soft text-confirmed' }),
    what: 'Answered',
    more: ` ${VIA[via]}${helper ? ` by ${helper.name} (${helper.relation})` : ''}, ${fields > 0 ? `changed ${counted(fields, 'field', 'fields')}` : 'everything is right'}`,
    by: null,
    text: recorded.join(' '),
    changed: entry,
  }
}

function tellChange(entry: EntryOf<'change'>, clientId: number): Told {
  const { action, import: source } = entry
  if (action.startsWith('file_')) return tellFile(entry, clientId)
  if (source) return tellImport(entry, source)
  if ('excused_reason' in entry.new) return tellExcuse(entry)
  const [icon, what] = ACTIONS[action] ?? [icons.Pencil, 'Edited']
  if (action === 'wrong_person' || action === 'reported_deceased')
    return { icon, what, tone: DARK, by: 'a link’s holder', text: entry.new.said }
  if (action === 'disputed') return { icon, what, tone: DARK, more: ': “This was not me.”' }
  return { icon, what, by: entry.by ?? 'the client', changed: entry }
}

const ACTIONS: Partial<Record<string, [Told['icon'], string]>> = {
  created: [icons.Plus, 'Created'],
  deleted: [icons.Trash2, 'Deleted'],
  restored: [icons.Undo2, 'Restored'],
  merged: [icons.Merge, 'Merged'],
  merge_undone: [icons.Undo2, 'Merge undone'],
  email_confirmed: [icons.Check, 'Email confirmed'],
  disputed: [icons.Flag, 'Disputed'],
  dispute_ended: [icons.Check, 'Dispute ended'],
  wrong_person: [icons.Flag, 'Reported as wrong person'],
  reported_deceased: [icons.Flag, 'Reported as deceased'],
  report_ended: [icons.Check, 'Report ended'],
}

function tellFile({ action, old, new: now }: EntryOf<'change'>, clientId: number): Told {
  const added = action === 'file_uploaded'
  const { filename, file_size } = added ? now : old
  return {
    icon: icons.FileText,
    what: added ? 'File added' : 'File removed',
    text: (
      <>
        {added ? (
          <ClientLink id={clientId} search={{ tab: 'files' }}>
            {filename}
          </ClientLink>
        ) : (
          filename
        )}
        , {formatFileSize(Number(file_size))}
      </>
    ),
  }
}

type Import = NonNullable<EntryOf<'change'>['import']>

function tellImport(entry: EntryOf<'change'>, { id, file_name, row }: Import): Told {
  const created = entry.action === 'created'
  const undone = row === null && !created
  return {
    icon: undone ? icons.Undo2 : icons.Upload,
    what: undone ? 'Import undone' : created ? 'Imported' : 'Changed by import',
    text: (
      <>
        {row !== null && `Row ${row} of `}
        <Link to="/imports/$importId" params={{ importId: id }}>
          {file_name}
        </Link>
      </>
    ),
    changed: entry,
  }
}

function tellExcuse(entry: EntryOf<'change'>): Told {
  const reason = entry.new.excused_reason
  if (!reason) return { icon: icons.Mail, what: 'May be asked again' }
  return { icon: icons.BellOff, what: 'Do not ask', text: excuseName(reason) }
}

const EMAILS: Partial<Record<EntryOf<'email'>['kind'], string>> = {
  reminder: 'Reminded',
  new_link: 'New link',
  receipt: 'Receipt of the changes',
  confirm_email: 'Asked to confirm the new email',
}

const KindLink = ({ id, kind }: { id: number; kind: EntryOf<'email'>['kind'] }) => (
  <MailingLink id={id}>{kindName(kind)}</MailingLink>
)

function tellEmail(entry: EntryOf<'email'>): Told {
  const { state, kind, mailing_id, email, template_id, template_version: version } = entry
  return {
    ...(state === 'failed' ? { icon: icons.CircleAlert, tone: DANGER } : { icon: icons.Mail }),
    what: EMAILS[kind] ?? 'Asked',
    text: (
      <>
        <KindLink id={mailing_id} kind={kind} /> to {email}
        {version !== null && (
          <>
            {' · '}
            <DialogButton
              variant="link"
              size="inline"
              className="h-auto! text-base! font-normal!"
              dialog={(close) => (
                <VersionDialog id={template_id} version={version} onClose={close} />
              )}
            >
              Letter: version {version}
            </DialogButton>
          </>
        )}
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5">
          <MessageBadge message={entry} />
          <span className="text-sm text-ink-3">{isLater(entry) && messageTime(entry)}</span>
        </span>
        <MessageReason message={entry} />
      </>
    ),
  }
}

const SOON_MS = 60_000

/** Whether the result needs its own time: most come at once, so the entry's time is enough. */
const isLater = ({ settled_at, at }: EntryOf<'email'>) =>
  settled_at === null || Date.parse(settled_at) - Date.parse(at) > SOON_MS

const ARRIVALS: Record<EntryOf<'arrival'>['kind'], [Told['icon'], string]> = {
  bounced: [icons.CircleAlert, 'Came back'],
  complained: [icons.Flag, 'Reported as spam'],
  reply: [icons.Reply, 'Replied'],
  delayed: [icons.Clock, 'Delayed'],
  autoreply: [icons.Bot, 'Automatic reply'],
}

function tellArrival(entry: EntryOf<'arrival'>, clientId: number): Told {
  const { kind, mailing, dismissed_at } = entry
  const [icon, what] = ARRIVALS[kind]
  return {
    icon,
    what,
    ...(kind === 'bounced' && !dismissed_at && { tone: DANGER }),
    more: (
      <>
        {' to '}
        <KindLink {...mailing} />
      </>
    ),
    text: <ArrivalText entry={entry} clientId={clientId} />,
  }
}

function tellLetter(entry: EntryOf<'letter'>): Told {
  const { id, mailed_at, returned_at, returned_reason, returned_by } = entry
  const sent = mailed_at ? `Mailed ${formatDay(mailed_at)}` : 'Printed, not marked as mailed'
  return {
    icon: icons.Stamp,
    what: mailed_at ? 'Asked' : 'Letter printed',
    more: ' on paper',
    text: (
      <>
        {sent} · Letter {letterNumber(id)}
        {returned_at && (
          <span className="block text-danger">
            Came back {formatDay(returned_at)}: {returned_reason}, marked by {returned_by}
          </span>
        )}
      </>
    ),
  }
}
