import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { draftedForms } from '../lib/drafts.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { answerForm, circumstancesForm } from './form-names.ts'

const RecordAnswerDialog = lazyPart(() => import('./record-answer-dialog.tsx'))

export function RecordAnswerButton({ id }: { id: number }) {
  const [open, setOpen] = useState(() =>
    draftedForms().some((form) => form === answerForm(id) || form === circumstancesForm(id)),
  )
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
