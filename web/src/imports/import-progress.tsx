import { Link } from '@tanstack/react-router'
import { ProgressBar } from '../ui/progress-bar.tsx'
import type { ImportScreen } from './use-import.ts'

type ImportProgressProps = Extract<ImportScreen, { at: 'importing' }> & { onLeave: () => void }

export function ImportProgress(props: ImportProgressProps) {
  const { importId, fileName, send, progress, connection, onLeave } = props
  return (
    <div className="rounded-lg border border-line bg-paper px-5 py-6">
      <p className="mb-1 font-semibold wrap-anywhere">{fileName}</p>
      <p className="mb-4 flex justify-between gap-4 text-md text-ink-2">
        {/* Rows take the first half of an import that sends, messages the second. */}
        <span>{send && progress >= 50 ? 'Sending emails' : 'Saving rows'}</span>
        <span>{Math.round(progress)}%</span>
      </p>
      <ProgressBar value={progress} label="Import" />
      <p role="status" className="mt-4 text-sm text-ink-3">
        {connection}
      </p>
      {progress > 0 && (
        <p className="mt-1 text-sm text-ink-3">
          The import continues without this window.{' '}
          <Link to="/imports/$importId" params={{ importId }} onClick={onLeave}>
            Follow or cancel it on its page
          </Link>
        </p>
      )}
    </div>
  )
}
