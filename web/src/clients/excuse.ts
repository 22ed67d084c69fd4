import type { ExcuseReason } from '@attest/contract/rounds'

export const EXCUSES: { reason: ExcuseReason; name: string; text: string }[] = [
  { reason: 'deceased', name: 'Deceased', text: 'The client has died.' },
  { reason: 'left', name: 'No longer a client', text: 'The firm does not act for them any more.' },
  { reason: 'declined', name: 'Asked us not to write', text: 'They want no such emails.' },
  { reason: 'other', name: 'Another reason', text: 'Say which in the note.' },
]

export const excuseName = (reason: string) =>
  EXCUSES.find((excuse) => excuse.reason === reason)?.name ?? reason
