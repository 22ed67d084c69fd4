import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { draftedForms } from '../lib/drafts.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { answerForm } from './form-names.ts'

const RecordAnswerDialog = lazyPart(
  async () => (await import('./record-answer-dialog.tsx')).RecordAnswerDialog,
)

export function RecordAnswerButton({ id }: { id: number }) {
  const [open, setOpen] = useState(() => draftedForms().includes(answerForm(id)))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <PenLine aria-hidden />
        Record an Answer
      </Button>
      {open && <RecordAnswerDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
