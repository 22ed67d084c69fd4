import type { RoundPage } from '@attest/contract/rounds'
import { BackLink } from '../ui/back-link.tsx'

export const BackToRound = ({ id, round }: { id: string; round: RoundPage | undefined }) => (
  <BackLink to="/rounds/$id" params={{ id }}>
    {round?.name ?? 'Round'}
  </BackLink>
)
