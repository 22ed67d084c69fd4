import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteClients } from './use-clients.ts'

interface SelectionBarProps {
  ids: number[]
  onClear: () => void
}

export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteClients()
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 md:px-5.5">
      <p role="status" className="font-semibold">
        {ids.length} selected
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear Selection
        </Button>
        <Button
          variant="danger"
          size="sm"
          disabled={remove.isPending}
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
        onConfirm={() => remove.mutate({ body: { ids } }, { onSuccess: onClear })}
      />
    </div>
  )
}
