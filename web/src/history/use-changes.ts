import { listChanges } from '@attest/contract/history'
import { useRead } from '../lib/use-read.ts'

export const useChanges = (clientId: number) =>
  useRead(listChanges, { params: { id: clientId }, queryKey: ['history', clientId] })
