import * as calls from '@attest/contract/trash'
import { isGone } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import type { Toast } from '../lib/toast.ts'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { usePage, useRead } from '../lib/use-read.ts'

export const useTrash = (query: calls.TrashQuery) => usePage(calls.listTrash, { query })

/** `data` is undefined for a client who was deleted for good. */
export const useTrashed = (id: number) =>
  useRead(calls.getTrashed, {
    params: { id },
    retry: (count, error) => !isGone(error) && count < 1,
  })

const DAY_MS = 24 * 60 * 60 * 1000

export function daysLeft({ deleted_at }: calls.TrashedClient): string {
  const passed = (Date.now() - Date.parse(deleted_at)) / DAY_MS
  const days = Math.max(0, Math.ceil(calls.TRASH_DAYS - passed))
  return days === 0 ? 'Less than a day' : counted(days, 'day', 'days')
}

function restoredToast({ restored, regrouped, refused }: calls.Restored): Toast {
  const [first] = refused
  const kept =
    refused.length === 1
      ? first!.reason
      : `${formatNumber(refused.length)} stay in the trash: other clients have their numbers by now.`
  const text = [
    restored > 0 && 'Links sent before the deletion stay closed.',
    regrouped > 0 &&
      `The letter of ${formatNumber(regrouped)} no longer exists, so they have the first one now.`,
    first && kept,
  ]
  return {
    title:
      restored === 0 ? 'Nothing restored' : `${counted(restored, 'client', 'clients')} restored`,
    text: text.filter(Boolean).join(' '),
    ...(restored === 0 && { tone: 'danger' as const }),
  }
}

export const useRestoreClient = action(calls.restoreClient, {
  success: restoredToast,
  failure: mayRetry('Not restored', 'The client could not be restored.'),
})

export const useRestoreDeletion = action(calls.restoreDeletion, {
  success: restoredToast,
  failure: mayRetry('Not all restored', 'Some clients could not be restored.'),
})

export const useRemoveTrashed = action(calls.removeTrashed, {
  success: { title: 'Deleted for good', text: 'The client and the client’s files are gone.' },
  failure: unlessAtField(mayRetry('Not deleted', 'The client could not be deleted.')),
})
