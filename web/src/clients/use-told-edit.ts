import type { OtherChannel } from '@attest/contract/verification'
import { useState } from 'react'
import { useRecordAnswer, type useSaveClient } from './use-clients.ts'

type Save = ReturnType<typeof useSaveClient>

/** An edit that can be saved as the client's own answer; `told` is how the answer came. */
export function useToldEdit(edit: Save) {
  const [told, setTold] = useState<OtherChannel>()
  const record = useRecordAnswer()
  const save: Save['mutate'] = ({ params, body }, callbacks) =>
    told
      ? record.mutate({ params, body: { ...body, via: told } }, callbacks)
      : edit.mutate({ params, body }, callbacks)
  return { told, setTold, save, saving: edit.isPending || record.isPending }
}
