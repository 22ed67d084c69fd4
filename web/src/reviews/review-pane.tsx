import type { DetailName } from '@attest/contract/client-fields'
import { Check, ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DisputeNotice } from '../clients/client-notices.tsx'
import { formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Key, useKeySwitch, useKeys } from '../ui/keys.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { ClientLink } from '../ui/page.tsx'
import { differencesOf, type Listed, useReview } from './use-reviews.ts'

const VIA = { link: 'by link', phone: 'by phone', letter: 'by letter', in_person: 'in person' }

interface Draft {
  note: string
  setBack: DetailName[]
}
type Drafts = Record<number, Draft>
const NO_DRAFT: Draft = { note: '', setBack: [] }

interface ReviewPaneProps {
  rows: Listed[]
  place: number
  go: (to: number) => void
  onList: () => void
}

export function ReviewPane({ rows, place, go, onList }: ReviewPaneProps) {
  const row = rows[place]!
  const { clientId, answerIds, disputed_at } = row
  const [drafts, setDrafts] = useState<Drafts>({})
  const [keys, setKeys] = useKeySwitch()
  const review = useReview()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reviewed, setReviewed] = useState(0)
  // Screen readers continue at the next client's name.
  useEffect(() => {
    if (reviewed) heading.current?.focus({ preventScroll: true })
  }, [reviewed])
  const { note, setBack } = drafts[clientId] ?? NO_DRAFT
  const change = (more: Partial<Draft>) =>
    setDrafts({ ...drafts, [clientId]: { note, setBack, ...more } })
  const isTyped = Object.values(drafts).some((draft) => draft.note || draft.setBack.length > 0)
  const guard = useFormGuard(isTyped, review.isPending)
  const save = () => {
    if (disputed_at) return
    const onSuccess = () => {
      setDrafts({ ...drafts, [clientId]: NO_DRAFT })
      if (rows[place + 1]) go(place + 1)
      else onList()
      setReviewed(clientId)
    }
    review.mutate({ body: { items: [{ clientId, answerIds, setBack, note }] } }, { onSuccess })
  }
  useKeys({ n: () => go(place + 1), p: () => go(place - 1), t: save }, keys)
  return (
    <section aria-label={row.name} className="flex min-h-full flex-col">
      <div className="flex-1 px-4 py-5 md:px-5.5">
        <Button variant="link" size="inline" className="mb-2 md:hidden" onClick={onList}>
          <ChevronLeft aria-hidden />
          All to review
        </Button>
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none wrap-anywhere">
          <bdi>{row.name}</bdi>
        </h2>
        <p className="mb-4 text-ink-2">
          Client {row.client_number}, answered {VIA[row.via]} {formatDateTime(row.answered_at)} ·{' '}
          <ClientLink id={clientId}>Open the record</ClientLink>
        </p>
        {disputed_at ? (
          <DisputeNotice client={{ id: clientId, disputed_at }} />
        ) : (
          <Differences
            row={row}
            setBack={setBack}
            onSetBack={(next) => change({ setBack: next })}
          />
        )}
      </div>
      <footer className="border-t border-line bg-panel px-4 py-4 md:sticky md:bottom-0 md:px-5.5">
        {!disputed_at && (
          <Field label="Note" optional className="mb-4">
            <Input
              maxLength={500}
              value={note}
              onValueChange={(note) => change({ note })}
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          <p className="min-w-0 flex-1 basis-50 text-md text-ink-3">
            {!disputed_at && '“Taken over”: your own records match “On file now”.'}
          </p>
          <Button repeats blocked={!rows[place + 1]} onClick={() => go(place + 1)}>
            Next
            {keys && <Key name="N" />}
          </Button>
          {!disputed_at && (
            <Button variant="primary" blocked={review.isPending} onClick={save}>
              <Check aria-hidden />
              {setBack.length > 0 ? 'Set Back and Take Over' : 'Taken Over'}
              {keys && <Key name="T" onAccent />}
            </Button>
          )}
        </div>
        <div className="mt-3 text-md max-md:hidden">
          <Checkbox
            label="Keys P, N and T work on this screen"
            checked={keys}
            onCheckedChange={setKeys}
          />
        </div>
      </footer>
      {guard.dialog}
    </section>
  )
}

interface DifferencesProps {
  row: Listed
  setBack: DetailName[]
  onSetBack: (fields: DetailName[]) => void
}

const GRID = 'md:grid-cols-[7rem_1fr_1fr_1fr_7.5rem]'

function Differences({ row, setBack, onSetBack }: DifferencesProps) {
  const rows = differencesOf(row)
  if (rows.length === 0)
    return <p className="text-ink-2">The client has changed the details and changed them back.</p>
  return (
    <div className="-mx-4 md:-mx-5.5">
      <div
        aria-hidden
        className={`grid gap-x-4 border-y border-line bg-sunk px-5.5 py-2 text-sm font-semibold text-ink-2 max-md:hidden ${GRID}`}
      >
        {['Field', 'Old', 'New', 'On file now'].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul>
        {rows.map(({ label, fields, old, now, current, doubts, mayGoBack }) => {
          const goesBack = fields.every((field) => setBack.includes(field))
          const others = setBack.filter((field) => !fields.includes(field))
          return (
            <li
              key={label}
              className={`grid gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 wrap-anywhere md:items-center md:px-5.5 ${GRID}`}
            >
              <h3 className="font-sans text-base font-semibold">{label}</h3>
              <Value name="Old" text={old} className="text-ink-2 line-through" />
              <Value name="New" text={now} notes={doubts} />
              <Value
                name="On file now"
                text={current}
                className="font-semibold"
                notes={current === now ? [] : ['Changed since by the office']}
              />
              {mayGoBack && (
                <Button
                  size="sm"
                  aria-label={`Set back ${label}`}
                  aria-pressed={goesBack}
                  className="justify-self-end aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
                  onClick={() => onSetBack(goesBack ? others : [...others, ...fields])}
                >
                  {goesBack && <Check aria-hidden />}
                  Set Back
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ValueProps {
  name: string
  text: string
  className?: string
  notes?: string[]
}

const Value = ({ name, text, className = '', notes = [] }: ValueProps) => (
  <div className="min-w-0">
    <p className="text-sm text-ink-3 md:sr-only">{name}</p>
    <p className={`whitespace-pre-line ${text ? className : 'text-ink-3'}`}>{text || 'None'}</p>
    {notes.map((note) => (
      <p key={note} className="text-sm text-ink-2">
        {note}
      </p>
    ))}
  </div>
)
