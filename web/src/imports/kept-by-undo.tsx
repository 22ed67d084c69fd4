import { useState } from 'react'
import { Sheet } from '../ui/sheet.tsx'
import { UndoRows } from './undo-rows.tsx'
import type { UndoQuery } from './use-import-record.ts'

export function KeptByUndo({ importId }: { importId: string }) {
  const [query, setQuery] = useState<UndoQuery>({ kind: 'kept', page: 1, limit: 25 })
  return (
    <Sheet title="Kept by the undo">
      <UndoRows
        importId={importId}
        query={query}
        onQuery={(changes) => setQuery({ ...query, ...changes })}
      />
    </Sheet>
  )
}
