import type { Change } from '@attest/contract/history'

export const changedBy = ({ admins }: Change) => admins?.email ?? 'Client'
