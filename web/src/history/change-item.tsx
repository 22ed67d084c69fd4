import type { Change } from '@attest/contract/history'
import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { ChangeTable } from './change-table.tsx'
import { ChangeTime } from './change-time.tsx'

interface ChangeItemProps {
  change: Change
  selected: boolean
  busy: boolean
  onSelect: (id: number, on: boolean) => void
  onDelete: (id: number) => void
}

/** Drawn again only when it itself changes: there may be a thousand. */
export const ChangeItem = memo(function ChangeItem(props: ChangeItemProps) {
  const { change, selected, busy, onSelect, onDelete } = props
  const when = formatDateTime(change.timestamp)
  return (
    <li className="border-t border-line px-4 py-5 md:px-5.5">
      <div className="mb-3 flex items-start gap-3">
        <span className="pt-0.75">
          <Checkbox
            aria-label={`Select the change of ${when}`}
            checked={selected}
            onChange={(event) => onSelect(change.id, event.target.checked)}
          />
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={change.action} />
          <ChangeTime at={change.timestamp} />
          <span className="text-sm text-ink-3 wrap-anywhere md:ml-auto">
            {change.admins?.email ?? 'Client'}
          </span>
        </div>
        <span className="-my-1 -mr-2">
          <Tooltip text="Delete">
            <Button
              variant="remove"
              size="sm"
              className="w-8 px-0!"
              aria-label={`Delete the change of ${when}`}
              blocked={busy}
              onClick={() => onDelete(change.id)}
            >
              <Trash2 aria-hidden />
            </Button>
          </Tooltip>
        </span>
      </div>
      <ChangeTable change={change} />
    </li>
  )
})
