import { ChevronDown, Trash2 } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { useRemind } from '../rounds/use-rounds.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { type Question, SelectionQuestion } from './selection-question.tsx'
import { countOf, type Selected } from './use-client-selection.ts'
import { useDeleteClients } from './use-clients.ts'

interface SelectionBarProps {
  selected: Selected
  total: number
  onClear: () => void
  onEvery: () => void
}

/** A question stays open, about the clients it was asked for, when the rows change. */
export function SelectionBar({ selected, total, onClear, onEvery }: SelectionBarProps) {
  const [asked, setAsked] = useState<{ question: Question; selected: Selected }>()
  // They live as long as the list: a question closes when it is answered, its call ends later.
  const remind = useRemind()
  const remove = useDeleteClients()
  return (
    <>
      {countOf(selected) > 0 && (
        <Bar
          count={countOf(selected)}
          total={total}
          busy={remind.isPending || remove.isPending}
          onClear={onClear}
          onEvery={onEvery}
          onAsk={(question) => setAsked({ question, selected })}
        />
      )}
      {asked && (
        <SelectionQuestion
          {...asked}
          onRemind={(id, body) => remind.mutate({ params: { id }, body }, { onSuccess: onClear })}
          onDelete={(body) => remove.mutate({ body }, { onSuccess: onClear })}
          onDone={onClear}
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
  onClear: () => void
  onEvery: () => void
  onAsk: (question: Question) => void
}

/** It comes and goes without moving a row under the pointer. */
function Bar({ count, total, busy, onClear, onEvery, onAsk }: BarProps) {
  // The bar would cover a row at the lower edge that was selected by key. A clicked row stays under the pointer.
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
            { label: 'Export', onSelect: () => onAsk('export') },
            { label: 'Change Group', onSelect: () => onAsk('group') },
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
