import { ClientFilter } from '@attest/contract/clients'
import { useState } from 'react'
import { BulkEmailDialog } from '../lazy-dialogs.ts'
import { Button } from '../ui/button.tsx'

interface LetterButtonProps {
  round: 'not_asked' | 'outside'
  total: number
}

/** For the unanswered clients who got no letter of the open round. */
export function LetterButton({ round, total }: LetterButtonProps) {
  const [selected, setSelected] = useState<{ filter: ClientFilter; total: number }>()
  const filter = { ...ClientFilter.parse({}), round, status: 'pending' as const }
  return (
    <>
      <Button size="sm" onClick={() => setSelected({ filter, total })}>
        Send Them the Letter
      </Button>
      {selected && <BulkEmailDialog selected={selected} onClose={() => setSelected(undefined)} />}
    </>
  )
}
