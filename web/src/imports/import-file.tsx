import type { Import } from '@attest/contract/imports'
import { Download, FileSpreadsheet, Trash2 } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useDeleteFile, useSaveFile } from './use-import-record.ts'

export function ImportFile({ record: { importId, file_name, file } }: { record: Import }) {
  const save = useSaveFile(importId)
  const remove = useDeleteFile()
  return (
    <Panel title="Imported file">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3.5 md:flex-nowrap md:px-5.5">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{file_name}</bdi>
          </p>
          <p className="text-sm text-ink-3">
            {file ? `Kept encrypted until ${formatDay(file.until)}` : 'The file is not kept.'}
          </p>
        </div>
        {file && (
          <div className="flex gap-1 max-md:w-full">
            <Button
              variant="quiet"
              size="sm"
              blocked={save.isPending}
              onClick={() => save.mutate('imported')}
            >
              <Download aria-hidden />
              {save.isPending ? 'Downloading...' : 'Download'}
            </Button>
            <ConfirmButton
              variant="remove"
              size="sm"
              blocked={remove.isPending}
              question="Delete File"
              text="The imported clients stay. This action cannot be undone."
              action="Delete File"
              onConfirm={() => remove.mutate({ params: { importId } })}
            >
              <Trash2 aria-hidden />
              Delete
            </ConfirmButton>
          </div>
        )}
      </div>
    </Panel>
  )
}
