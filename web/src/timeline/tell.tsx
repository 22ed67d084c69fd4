import { letterNumber } from '@attest/contract/letters'
import { OUTCOME_NAMES } from '@attest/contract/outstanding'
import type { EntryOf, TimelineEntry } from '@attest/contract/timeline'
import { Link } from '@tanstack/react-router'
import {
  BellOff,
  Bot,
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  Eye,
  FileText,
  Flag,
  Mail,
  Merge,
  Pencil,
  Phone,
  Plus,
  Reply,
  Stamp,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react'
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
import { ArrivalText } from './arrival.tsx'
import type { Told } from './entry.tsx'
import { NoteText } from './note.tsx'

const VersionDialog = lazyPart(() => import('../templates/version-dialog.tsx'))

type Tellers = { [T in TimelineEntry['type']]: (entry: EntryOf<T>, clientId: number) => Told }

const TELLERS: Tellers = {
  answer: tellAnswer,
  arrival: tellArrival,
  call: tellCall,
  change: tellChange,
  email: tellEmail,
  letter: tellLetter,
  note: (note) => ({
    icon: Pencil,
    what: 'Note',
    more: by(note),
    text: <NoteText note={note} />,
  }),
  opening: tellOpening,
  removal: tellRemoval,
  review: ({ outcome, fields, note, by: who }) => ({
    icon: outcome === 'set_back' ? Undo2 : CheckCheck,
    what: outcome === 'set_back' ? 'Set back' : 'Taken over',
    more: by({ by: who }),
    text: [fields.map(fieldLabel).join(', '), note].filter(Boolean).join('. '),
  }),
}

export const tell = (entry: TimelineEntry, clientId: number): Told =>
  (TELLERS[entry.type] as (entry: TimelineEntry, clientId: number) => Told)(entry, clientId)

const by = ({ by }: { by: string | null }) => (by ? ` by ${by}` : '')

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
    icon: result === 'updated' ? Pencil : Check,
    tone:
      result === 'updated' ? 'bg-updated-soft text-updated' : 'bg-confirmed-soft text-confirmed',
    what: 'Answered',
    more: ` ${VIA[via]}${helper ? ` by ${helper.name} (${helper.relation})` : ''}, ${fields > 0 ? `changed ${counted(fields, 'field', 'fields')}` : 'everything is right'}`,
    text: recorded.join(' '),
    changed: entry,
  }
}

const RoundLink = ({ round }: { round: EntryOf<'call'>['round'] }) =>
  round && (
    <Link to="/rounds/$id" params={{ id: String(round.id) }}>
      {round.name}
    </Link>
  )

function tellCall(entry: EntryOf<'call'>): Told {
  const { outcome, note, round } = entry
  return {
    icon: Phone,
    what: 'Called',
    more: by(entry),
    text: (
      <>
        {OUTCOME_NAMES[outcome]}, <RoundLink round={round} />
        {note && <span className="block">{note}</span>}
      </>
    ),
  }
}

function tellChange(entry: EntryOf<'change'>, clientId: number): Told {
  const { action, import: source } = entry
  if (action.startsWith('file_')) return tellFile(entry, clientId)
  if (source) return tellImport(entry, source)
  if ('excused_reason' in entry.new) return tellExcuse(entry)
  const [icon, what] = ACTIONS[action] ?? [Pencil, 'Edited']
  if (action === 'wrong_person' || action === 'reported_deceased')
    return {
      icon,
      what,
      tone: 'bg-ink text-panel',
      more: ' by a link’s holder',
      text: entry.new.said,
    }
  if (action === 'disputed')
    return { icon, what, tone: 'bg-ink text-panel', more: ': “This was not me.”' }
  const author = entry.by ? by(entry) : ' by the client'
  return { icon, what, more: author, changed: entry }
}

const ACTIONS: Partial<Record<string, [Told['icon'], string]>> = {
  created: [Plus, 'Created'],
  deleted: [Trash2, 'Deleted'],
  restored: [Undo2, 'Restored'],
  merged: [Merge, 'Merged'],
  merge_undone: [Undo2, 'Merge undone'],
  email_confirmed: [Check, 'Email confirmed'],
  disputed: [Flag, 'Disputed'],
  dispute_ended: [Check, 'Dispute ended'],
  wrong_person: [Flag, 'Reported as wrong person'],
  reported_deceased: [Flag, 'Reported as deceased'],
  report_ended: [Check, 'Report ended'],
}

function tellFile(entry: EntryOf<'change'>, clientId: number): Told {
  const added = entry.action === 'file_uploaded'
  const { filename, file_size } = added ? entry.new : entry.old
  return {
    icon: FileText,
    what: added ? 'File added' : 'File removed',
    more: by(entry),
    text: (
      <>
        {added ? (
          <Link
            to="/user-management/$userId"
            params={{ userId: String(clientId) }}
            search={{ tab: 'files' }}
          >
            {filename}
          </Link>
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
  const undone = row === null && entry.action !== 'created'
  return {
    icon: undone ? Undo2 : Upload,
    what: undone ? 'Import undone' : entry.action === 'created' ? 'Imported' : 'Changed by import',
    more: by(entry),
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
  if (!reason) return { icon: Mail, what: 'May be asked again', more: by(entry) }
  return { icon: BellOff, what: 'Do not ask', more: by(entry), text: excuseName(reason) }
}

const EMAILS: Partial<Record<EntryOf<'email'>['kind'], string>> = {
  reminder: 'Reminded',
  new_link: 'New link',
  receipt: 'Receipt of the changes',
  confirm_email: 'Asked to confirm the new email',
}

/** One entry for a message, with its outcome. */
function tellEmail(entry: EntryOf<'email'>): Told {
  const { state, kind, mailing_id, email, round, template_id, template_version: version } = entry
  const failed = state === 'failed'
  return {
    icon: failed ? CircleAlert : Mail,
    ...(failed && { tone: 'bg-danger-soft text-danger' }),
    what: EMAILS[kind] ?? 'Asked',
    more: (
      <>
        {round && ', '}
        <RoundLink round={round} />
        {by(entry)}
      </>
    ),
    text: (
      <>
        <Link to="/mailings/$mailingId" params={{ mailingId: String(mailing_id) }}>
          {kindName(kind)}
        </Link>{' '}
        to {email}
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

/** The result of most emails comes at once, and the entry has that time. */
const isLater = ({ settled_at, at }: EntryOf<'email'>) =>
  settled_at === null || Date.parse(settled_at) - Date.parse(at) > SOON_MS

function tellOpening({ on_phone, mailing }: EntryOf<'opening'>): Told {
  const from = mailing && (
    <Link to="/mailings/$mailingId" params={{ mailingId: String(mailing.id) }}>
      {kindName(mailing.kind)}
    </Link>
  )
  return {
    icon: Eye,
    what: 'Opened',
    more: ' the link',
    text: (
      <>
        {on_phone ? 'On a phone' : 'On a computer'}
        {from && <>, from {from}</>}
      </>
    ),
  }
}

const ARRIVALS: Record<EntryOf<'arrival'>['kind'], [Told['icon'], string]> = {
  bounced: [CircleAlert, 'Came back'],
  complained: [Flag, 'Reported as spam'],
  reply: [Reply, 'Replied'],
  delayed: [Clock, 'Delayed'],
  autoreply: [Bot, 'Automatic reply'],
}

function tellArrival(entry: EntryOf<'arrival'>, clientId: number): Told {
  const { kind, mailing, dismissed_at } = entry
  const [icon, what] = ARRIVALS[kind]
  return {
    icon,
    what,
    ...(kind === 'bounced' && !dismissed_at && { tone: 'bg-danger-soft text-danger' }),
    more: (
      <>
        {' '}
        to{' '}
        <Link to="/mailings/$mailingId" params={{ mailingId: String(mailing.id) }}>
          {kindName(mailing.kind)}
        </Link>
      </>
    ),
    text: <ArrivalText entry={entry} clientId={clientId} />,
  }
}

function tellLetter(entry: EntryOf<'letter'>): Told {
  const { id, round, mailed_at, returned_at, returned_reason, returned_by } = entry
  const sent = mailed_at ? `Mailed ${formatDay(mailed_at)}` : 'Printed, not marked as mailed'
  return {
    icon: Stamp,
    what: mailed_at ? 'Asked' : 'Letter printed',
    more: (
      <>
        {' on paper'}
        {round && ', '}
        <RoundLink round={round} />
        {by(entry)}
      </>
    ),
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

function tellRemoval(entry: EntryOf<'removal'>): Told {
  const days = [...new Set([entry.first_at, entry.last_at].map(formatDay))]
  return {
    icon: Trash2,
    what: counted(entry.count, 'record removed', 'records removed'),
    more: by(entry),
    text: `From the history, of ${days.join(' to ')}`,
  }
}
