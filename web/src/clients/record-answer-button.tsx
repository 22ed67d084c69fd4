import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { draftedForms } from '../lib/drafts.ts'
import { Button } from '../ui/button.tsx'
import { answerForm } from './form-names.ts'

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
