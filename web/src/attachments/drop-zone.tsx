import { Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import { useDrop } from '../lib/use-drop.ts'
import { Button } from '../ui/button.tsx'
import { ACCEPTED } from './file-categories.ts'

interface DropZoneProps {
  /** The list of chosen files needs the room. */
  small: boolean
  blocked: boolean
  onFiles: (files: File[]) => void
}

export function DropZone({ small, blocked, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const take = (files: FileList) => files.length > 0 && onFiles([...files])
  const over = useDrop((files) => !blocked && take(files))
  return (
    <div
      className={`flex rounded-lg border border-dashed ${small ? 'items-center gap-4 px-3.5 py-3' : 'flex-col items-center px-5 py-7 text-center'} ${over && !blocked ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
    >
      {!small && <Upload aria-hidden className="mb-2.5 size-7 text-ink-3" strokeWidth={1.5} />}
      <div className={small ? 'min-w-0 flex-1' : ''}>
        <p className="font-semibold">
          {small ? 'Drag and drop more files' : 'Drag and drop files here'}
        </p>
        <p id={help} className={`mt-0.5 text-sm text-ink-3 ${small ? 'max-md:hidden' : 'mb-3.5'}`}>
          PDF, Word, Excel, OpenDocument, text, CSV or images, up to 50MB each
        </p>
      </div>
      <Button
        size={small ? 'sm' : 'md'}
        aria-describedby={help}
        blocked={blocked}
        onClick={() => input.current?.click()}
      >
        Browse Files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Files"
        accept={ACCEPTED}
        onChange={(event) => {
          if (event.target.files) take(event.target.files)
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
