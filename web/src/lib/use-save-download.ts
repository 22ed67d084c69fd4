import type { Endpoint } from '@attest/contract/endpoint'
import { EXPORT_WAIT_MS } from '@attest/contract/exports'
import type { Parts } from './call.ts'
import { download, saveDownload } from './download.ts'
import { type Toast, toast } from './toast.ts'
import { type Failure, toastFailure, useSingleMutation } from './use-action.ts'

interface Outcome<Input> {
  /** The call that gives the file, and a name for it where the server gives none. */
  ask: (input: Input) => [endpoint: Endpoint, parts: Parts, name: string]
  success: (name: string) => Toast
  failure: Failure
}

/** Hands a call's file to the browser's downloads. */
export const useSaveDownload = <Input>({ ask, success, failure }: Outcome<Input>) =>
  useSingleMutation({
    mutationFn: async (input: Input) => {
      const [endpoint, parts, name] = ask(input)
      return saveDownload(await download(endpoint, parts, EXPORT_WAIT_MS), name)
    },
    onSuccess: (name) => toast(success(name)),
    onError: (error) => toastFailure(failure, error),
  })
