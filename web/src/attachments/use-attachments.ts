import {
  type Attachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '@attest/contract/attachments'
import { useQueryClient } from '@tanstack/react-query'
import { isGone } from '../lib/call.ts'
import { download } from '../lib/download.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { refresh, toastFailure, useAction, useSingleMutation } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

export const useAttachments = (clientId: number) =>
  useRead(listAttachments, { params: { id: clientId }, queryKey: ['attachments', clientId] })

/** Whatever came of it, the list is read again: the file may have been gone already. */
export const useDeleteAttachment = () =>
  useAction(deleteAttachment, {
    success: { title: 'File deleted' },
    failure: { title: 'Delete failed', text: 'Failed to delete file' },
  })

export function useDownload() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ id, original_name, file_size }: Attachment) => {
      const { content } = await download(downloadAttachment, { params: { id } })
      toast({ title: 'Download started', text: original_name })
      const file = await content()
      // A gateway that breaks off may end its answer as if it were whole.
      if (file.size !== file_size) throw new Error(`${file.size} bytes came of ${file_size}`)
      saveFile(original_name, file)
    },
    onError: (error) => {
      toastFailure({ title: 'Download failed', text: 'Failed to download file' }, error)
      if (isGone(error)) void refresh(queries, ['attachments'])
    },
  })
}
