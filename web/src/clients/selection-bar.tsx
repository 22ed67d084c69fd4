import { Trash2 } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteClients } from './use-clients.ts'

interface SelectionBarProps {
  ids: number[]
  onClear: () => void
}

/** The question stays open when the rows change. */
export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(ids)
  const remove = useDeleteClients()
  return (
    <>
      {ids.length > 0 && (
        <Bar
          count={ids.length}
          blocked={remove.isPending}
          onClear={onClear}
          onDelete={() => {
            setAsked(ids)
            setAsking(true)
          }}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete Selected"
        text={`Are you sure you want to delete ${asked.length} selected user(s)? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => remove.mutate({ body: { ids: asked } }, { onSuccess: onClear })}
      />
    </>
  )
}

interface BarProps {
  count: number
  blocked: boolean
  onClear: () => void
  onDelete: () => void
}

/** Below the rows and always in sight: it comes and goes without moving a row under the pointer. */
function Bar({ count, blocked, onClear, onDelete }: BarProps) {
  // The bar would cover a row at the lower edge that a key has selected; a pressed one stays under the hand.
  useLayoutEffect(() => {
    void document.querySelector('tr:focus-visible')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="selection-bar sticky bottom-0 z-1 flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line bg-accent-soft px-4 py-2 max-md:bottom-(--bottom-bar) md:px-5.5">
      <p role="status" className="font-semibold">
        {count} selected
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear Selection
        </Button>
        <Button variant="danger" size="sm" blocked={blocked} onClick={onDelete}>
          <Trash2 aria-hidden />
          Delete Selected
        </Button>
      </div>
    </div>
  )
}
