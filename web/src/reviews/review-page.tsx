import { REVIEW_KINDS, type ReviewKind, ReviewQuery } from '@attest/contract/reviews'
import { CheckCheck, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fieldLabel } from '../history/field-text.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ReviewPane } from './review-pane.tsx'
import { type Counts, type Listed, useReview, useReviews } from './use-reviews.ts'

const KIND_NAMES: Record<ReviewKind, string> = {
  disputed: 'Disputed',
  name: 'Changed name',
  implausible: 'Looks mistaken',
  office: 'Also changed by the office',
  plain: 'Plain',
}

/** `client`: the one in the right pane. On a phone, 0 shows the list. */
const PageQuery = z.extend(ReviewQuery, { client: z._default(z.coerce.number().check(z.int()), 0) })

export default function ReviewPage() {
  const [{ client, ...query }, setQuery] = useUrlQuery(PageQuery)
  const reading = useReviews(query)
  const { counts = {} } = reading.data ?? {}
  const all = REVIEW_KINDS.reduce((sum, kind) => sum + (counts[kind]?.total ?? 0), 0)
  const tabs = ['' as const, ...REVIEW_KINDS].filter(
    (kind) => kind === query.kind || kind === '' || counts[kind],
  )
  const content = (
    <PagedList
      reading={reading}
      query={query}
      onQuery={(changes, options) => void setQuery({ client: 0, ...changes }, options)}
      failure="Failed to fetch the answers to review"
      empty={<NothingToReview />}
    >
      {(data) =>
        data ? (
          <Desk
            key={JSON.stringify(query)}
            rows={data.reviews}
            client={client}
            onClient={(next) => void setQuery({ client: next }, { replace: true })}
          />
        ) : (
          <SkeletonLines count={9} className={`px-5.5 py-5 max-md:h-130 ${HEIGHT}`} announced />
        )
      }
    </PagedList>
  )
  return (
    <>
      <PageHeader
        title="Review answers"
        text="Corrections that clients have made and that your own records may lack."
        actions={<TakeOverAll kind={query.kind || 'plain'} counts={counts} />}
      />
      <Panel>
        <Tabs
          label="Kind"
          className="overflow-x-auto px-4 whitespace-nowrap md:px-5.5"
          value={query.kind}
          onChange={(kind) => void setQuery({ kind: kind as ReviewKind, page: 1, client: 0 })}
          tabs={tabs.map((kind) => ({
            id: kind,
            name: kind === '' ? 'All' : KIND_NAMES[kind],
            ...(reading.data && { count: kind === '' ? all : (counts[kind]?.total ?? 0) }),
            content,
          }))}
        />
      </Panel>
    </>
  )
}

const NothingToReview = () => (
  <EmptyState
    icon={CircleCheck}
    title="Nothing to review"
    text="Corrections that clients make appear here until you have taken them over."
  />
)

/** Takes over all reviews of the filter, or without one all plain ones. Disputes are decided one by one. */
function TakeOverAll({ kind, counts }: { kind: ReviewKind; counts: Counts }) {
  const take = useReview()
  const { total = 0, mark } = counts[kind] ?? {}
  if (kind === 'disputed') return null
  return (
    <ConfirmButton
      harmless
      blocked={take.isPending || total === 0}
      question={`Take over ${counted(total, 'client’s correction', 'clients’ corrections')}?`}
      text="Do this once your own records match what is on file now."
      action={`Take Over ${formatNumber(total)}`}
      onConfirm={() => take.mutate({ body: { filter: { kind, mark }, total } })}
    >
      <CheckCheck aria-hidden />
      Take Over All: {KIND_NAMES[kind]}
    </ConfirmButton>
  )
}

interface DeskProps {
  rows: Listed[]
  client: number
  onClient: (id: number) => void
}

/** On a wide screen, both panes are visible and scroll separately. */
const HEIGHT = 'md:h-[max(34rem,calc(100dvh-18.5rem))]'

/** A constant, so React calls it only for a new current row, not at each render. */
const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function Desk({ rows, client, onClient }: DeskProps) {
  const [chosen, setChosen] = useState<number[]>([])
  const take = useReview()
  // Keeps the first row of the first reading: a colleague may review that client while it is read here.
  const [first, setFirst] = useState(rows[0]!.clientId)
  const wanted = client || first
  const place = rows.findIndex(({ clientId }) => clientId === wanted)
  const shown = rows[place]
  const list = () => {
    setFirst(rows.find(({ clientId }) => clientId !== wanted)?.clientId ?? 0)
    onClient(0)
  }
  const go = (to: number) => rows[to] && onClient(rows[to].clientId)
  const items = rows.filter(({ clientId }) => chosen.includes(clientId))
  const choose = (id: number, on: boolean) =>
    setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  const takeChosen = () => {
    const body = { items: items.map(({ clientId, answerIds }) => ({ clientId, answerIds })) }
    take.mutate({ body }, { onSuccess: () => setChosen([]) })
  }
  return (
    <div className={`grid md:grid-cols-[15.5rem_minmax(0,1fr)] ${HEIGHT}`}>
      <div
        className={`border-line md:overflow-y-auto md:border-r ${client ? 'max-md:hidden' : ''}`}
      >
        <ul
          aria-label="Clients to review"
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (!step || !rows[place + step]) return
            event.preventDefault()
            go(place + step)
            event.currentTarget.querySelectorAll('button')[place + step]!.focus()
          }}
        >
          {rows.map((row, n) => (
            <li key={row.clientId}>
              {rows[n - 1]?.kind !== row.kind && (
                <h2 className="border-b border-line bg-sunk px-4.5 py-2 font-sans text-sm font-semibold text-ink-2">
                  {KIND_NAMES[row.kind]}
                </h2>
              )}
              <Row
                row={row}
                isShown={row === shown}
                chosen={items.includes(row)}
                onChoose={(on) => choose(row.clientId, on)}
                onOpen={() => go(n)}
              />
            </li>
          ))}
        </ul>
        {items.length > 0 && (
          <div className="sticky bottom-0 bg-panel p-3 max-md:bottom-(--bottom-bar)">
            <Button
              variant="primary"
              className="w-full"
              blocked={take.isPending}
              onClick={takeChosen}
            >
              Take Over {formatNumber(items.length)} Selected
            </Button>
          </div>
        )}
      </div>
      <div className={`md:overflow-y-auto ${client ? '' : 'max-md:hidden'}`}>
        {shown ? (
          <ReviewPane rows={rows} place={place} go={go} onList={list} />
        ) : (
          <EmptyState
            icon={CircleCheck}
            title="This client is not in the list any more"
            text="Somebody else has reviewed the answers, or they are on another page."
            action={<Button onClick={() => go(0)}>Show the First</Button>}
          />
        )}
      </div>
    </div>
  )
}

interface RowProps {
  row: Listed
  isShown: boolean
  chosen: boolean
  onChoose: (on: boolean) => void
  onOpen: () => void
}

const Row = ({ row, isShown, chosen, onChoose, onOpen }: RowProps) => (
  <div
    className={`flex items-center gap-3 border-b border-line pl-4.5 ${isShown ? 'md:bg-accent-soft md:shadow-[inset_3px_0_var(--color-accent)]' : ''}`}
  >
    <Checkbox
      aria-label={`Select ${row.name}`}
      disabled={row.disputed_at !== null}
      checked={chosen}
      onCheckedChange={onChoose}
    />
    <button
      type="button"
      ref={isShown ? intoView : undefined}
      aria-current={isShown ? 'true' : undefined}
      className="min-w-0 flex-1 py-2.75 pr-4 text-left"
      onClick={onOpen}
    >
      <span dir="auto" className="block truncate font-semibold">
        {row.name}
      </span>
      <span className="block truncate text-md text-ink-2">
        {row.changed.map(fieldLabel).join(', ') || 'Changed back'}
      </span>
    </button>
  </div>
)
