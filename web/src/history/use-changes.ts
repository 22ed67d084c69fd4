import { deleteChange, deleteChanges, listChanges } from '@attest/contract/history'
import { action } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

export const useChanges = (clientId: number) =>
  useRead(listChanges, { params: { id: clientId }, queryKey: ['history', clientId] })

export const useDeleteChange = action(deleteChange, {
  success: { title: 'Change record deleted' },
  failure: { title: 'Delete failed', text: 'Failed to delete change record' },
})

export const useDeleteChanges = action(deleteChanges, {
  success: (_, { body: { ids } }) => ({
    title: 'Change record deleted',
    text: ids.length > 1 ? `${ids.length} records were deleted.` : undefined,
  }),
  failure: (_, { body: { ids } }) => ({
    title: 'Delete failed',
    text: `Failed to delete ${ids.length} change record(s)`,
  }),
})
