import type { OtherChannel } from '@attest/contract/verification'
import { useState } from 'react'
import { useRecordAnswer, type useSaveClient } from './use-clients.ts'

type Save = ReturnType<typeof useSaveClient>

/** An edit that can be saved as the client's own answer; `via` is how the answer came. */
export function useEditOrAnswer(edit: Save) {
  const [via, setVia] = useState<OtherChannel>()
  const record = useRecordAnswer()
  const save: Save['mutate'] = ({ params, body }, callbacks) =>
    via
      ? record.mutate({ params, body: { ...body, via } }, callbacks)
      : edit.mutate({ params, body }, callbacks)
  return { via, setVia, save, saving: edit.isPending || record.isPending }
}
