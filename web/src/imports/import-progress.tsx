import { ProgressBar } from '../ui/progress-bar.tsx'

interface ImportProgressProps {
  fileName: string
  send: boolean
  uploaded: number
  place: number | undefined
  progress: number
  connection: string
}

export function ImportProgress(props: ImportProgressProps) {
  const { fileName, send, uploaded, place, progress, connection } = props
  const uploading = uploaded < 100
  const value = uploading ? uploaded : progress
  return (
    <div className="rounded-lg border border-line bg-paper px-5 py-6">
      <p className="mb-1 font-semibold wrap-anywhere">{fileName}</p>
      <p className="mb-4 flex justify-between gap-4 text-md text-ink-2">
        <span>{doing({ uploading, send, place, progress })}</span>
        <span>{Math.round(value)}%</span>
      </p>
      <ProgressBar value={value} label={uploading ? 'Upload' : 'Import'} />
      <p role="status" className="mt-4 text-sm text-ink-3">
        {connection}
      </p>
    </div>
  )
}

/** Rows take the first half of an import that sends, messages the second. */
function doing({
  uploading,
  send,
  place,
  progress,
}: {
  uploading: boolean
  send: boolean
  place: number | undefined
  progress: number
}) {
  if (uploading) return 'Uploading the file'
  if (place) return `Waiting for other files: number ${place} in line`
  return send && progress >= 50 ? 'Sending emails' : 'Reading and saving rows'
}
