import type { Change } from '@attest/contract/history'

/** Who made a change. */
export const changedBy = ({ admins }: Change) => admins?.email ?? 'Client'
