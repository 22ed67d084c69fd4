import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../lib/toast.ts'
import { Button } from './button.tsx'

/** Puts `text` into the clipboard, and says so. Browsers allow it only on https and localhost. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toastError('Not copied', 'Please select and copy it yourself.')
    }
  }
  return (
    <Button variant="link" size="inline" onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
