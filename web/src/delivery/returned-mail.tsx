import { dismissBounce, downloadOriginal, ORIGINAL_DAYS } from '@attest/contract/timeline'
import { useSaveDownload } from '../lib/download.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'

export const useDismissBounce = action(dismissBounce, {
  refreshes: ['delivery', 'timeline', 'client', 'clients', 'mailings', 'rounds', 'stats'],
  success: { title: 'Not a bounce', text: 'The email counts as sent.' },
  failure: mayRetry('Not changed', 'The bounce could not be taken back.'),
})

const KEPT_MS = ORIGINAL_DAYS * 24 * 60 * 60 * 1000

export function OriginalButton({ id, at }: { id: number; at: string }) {
  const { mutate, isPending } = useSaveDownload({
    ask: () => [downloadOriginal, { params: { id } }, `mail-${id}.txt`],
    saved: 'Original Saved',
    failure: mayRetry('Original Not Saved', 'The original could not be read.'),
  })
  if (Date.now() - Date.parse(at) > KEPT_MS) return null
  return (
    <Button size="sm" blocked={isPending} onClick={() => mutate(undefined)}>
      Save the Original
    </Button>
  )
}
