import {
  type Attachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '@attest/contract/attachments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, isGone } from '../lib/call.ts'
import { download, saveFile } from '../lib/download.ts'
import { toast } from '../lib/toast.ts'
import { action, refresh, toastFailure, useSingleMutation } from '../lib/use-action.ts'

/** A 404 means that the client is gone: its screen rereads it. */
export const useAttachments = (clientId: number) =>
  useQuery({
    queryKey: ['attachments', clientId],
    queryFn: async ({ signal, client: queries }) => {
      try {
        return await call(listAttachments, { params: { id: clientId } }, signal)
      } catch (error) {
        if (isGone(error)) void refresh(queries, ['client'])
        throw error
      }
    },
  })

/** Whatever came of it, the list is read again: the file may have been gone already. */
export const useDeleteAttachment = action(deleteAttachment, {
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
