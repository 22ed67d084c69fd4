import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteClients } from './use-clients.ts'

interface SelectionBarProps {
  ids: number[]
  onClear: () => void
}

/** Below the rows and always in sight: it comes and goes without moving a row under the pointer. */
export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteClients()
  const bar = useRef<HTMLDivElement>(null)
  // The bar goes away with the selection; a focus in it moves to where a selection begins.
  const clear = () => {
    if (bar.current?.contains(document.activeElement))
      document.getElementById('select-all')?.focus()
    onClear()
  }
  return (
    <div
      ref={bar}
      className="selection-bar sticky bottom-0 z-1 flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line bg-accent-soft px-4 py-2 max-md:bottom-(--bottom-bar) md:px-5.5"
    >
      <p role="status" className="font-semibold">
        {ids.length} selected
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="quiet" size="sm" onClick={clear}>
          Clear Selection
        </Button>
        <Button
          variant="danger"
          size="sm"
          blocked={remove.isPending}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
          Delete Selected
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete Selected"
        text={`Are you sure you want to delete ${ids.length} selected user(s)? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => remove.mutate({ body: { ids } }, { onSuccess: clear })}
      />
    </div>
  )
}
