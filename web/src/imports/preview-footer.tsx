import type { Preview } from '@attest/contract/import-previews'
import { Send } from 'lucide-react'
import { counted, formatNumber } from '../lib/format.ts'
import { newRoundWords } from '../rounds/round-words.ts'
import { Button } from '../ui/button.tsx'
import { DialogFooter } from '../ui/dialog.tsx'
import { writtenCount } from './preview-words.ts'

interface PreviewFooterProps {
  preview: Preview | undefined
  onStart: (preview: Preview, send: boolean) => void
  onCancel: () => void
}

export function PreviewFooter({ preview, onStart, onCancel }: PreviewFooterProps) {
  const written = preview ? writtenCount(preview) : 0
  const recipients = preview?.recipients ?? 0
  return (
    <DialogFooter onCancel={onCancel}>
      {preview && (written > 0 ? <Emails preview={preview} /> : <Nothing />)}
      <Button disabled={written === 0} onClick={() => preview && onStart(preview, false)}>
        Import Only ({formatNumber(written)})
      </Button>
      <Button
        variant="primary"
        disabled={recipients === 0}
        onClick={() => preview && onStart(preview, true)}
      >
        <Send aria-hidden />
        Import & Email {counted(recipients, 'Client', 'Clients')}
      </Button>
    </DialogFooter>
  )
}

function Nothing() {
  return (
    <p className="self-center text-sm text-ink-2">
      No row can be imported yet: the rows above say why.
    </p>
  )
}

function Emails({ preview }: { preview: Preview }) {
  const { recipients, letters, round, counts } = preview
  const without = writtenCount(preview) - recipients
  const left = counts.undecided + counts.rejected
  return (
    <p className="min-w-0 self-center text-right text-sm text-ink-2 wrap-anywhere max-md:text-left">
      {recipients > 0 && (
        <>
          {lettersOf(letters)}
          {round.id === null
            ? ` and starts ${newRoundWords(round.name)}. `
            : ` in the round ${round.name}. `}
        </>
      )}
      {without > 0 &&
        `${formatNumber(without)} of ${formatNumber(writtenCount(preview))} get no email: no email address, or marked “Do not ask”. `}
      {counts.replaced > 0 &&
        `Replaces the own answers of ${counted(counts.replaced, 'client', 'clients')}. `}
      {left > 0 && `${counted(left, 'row is', 'rows are')} left out.`}
    </p>
  )
}

function lettersOf(letters: Preview['letters']): string {
  const [first, second] = letters
  if (first && !second) return `Sends the letter ${first.name}`
  const named = letters.map(({ name, recipients }) => `${name} (${formatNumber(recipients)})`)
  return `Sends the letters ${named.join(', ')}`
}
