import type { Round } from '@attest/contract/rounds'
import { CircleDot, Lock } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

export const RoundBadge = ({ round }: { round: Round }) =>
  round.closed_at ? (
    <Badge label="Closed" icon={Lock} />
  ) : (
    <Badge label="Open" icon={CircleDot} colour="bg-accent-soft text-accent" />
  )
