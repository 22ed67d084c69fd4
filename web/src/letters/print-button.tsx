import { printLetters } from '@attest/contract/letters'
import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useSaveDownload } from '../lib/download.ts'
import { mayRetry, refresh } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'

interface Props {
  batchId: number
  printed_at: string | null
  size?: 'sm'
}

export function PrintButton({ batchId, printed_at, size }: Props) {
  const queries = useQueryClient()
  const { mutate, isPending } = useSaveDownload({
    ask: (printed: string) => [
      printLetters,
      { params: { batchId }, query: { printed } },
      `letters-${batchId}.pdf`,
    ],
    saved: 'Letters Saved',
    text: (file) => `Saved as ${file}. Print them and mail them.`,
    failure: mayRetry('Letters Failed', 'The PDF could not be made.'),
  })
  const again = printed_at !== null
  const print = () =>
    mutate(printed_at ?? 'never', { onSettled: () => void refresh(queries, ['letters']) })
  const label = isPending ? 'Making the PDF...' : again ? 'Print Again' : 'Save PDF'
  if (again)
    return (
      <ConfirmButton
        size="sm"
        question="Print Again"
        text="If the earlier print is in the mail, cancel, and mark it as mailed. A new print gets new codes: the earlier sheets no longer open a page."
        harmless
        blocked={isPending}
        onConfirm={print}
      >
        {label}
      </ConfirmButton>
    )
  return (
    <Button variant="primary" {...(size && { size })} blocked={isPending} onClick={print}>
      <Printer aria-hidden />
      {label}
    </Button>
  )
}
