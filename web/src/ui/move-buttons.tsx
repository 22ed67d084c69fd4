import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from './button.tsx'

interface MoveButtonsProps {
  name: string
  may: (by: -1 | 1) => boolean
  onMove: (by: -1 | 1) => void
}

export const MoveButtons = ({ name, may, onMove }: MoveButtonsProps) =>
  ([-1, 1] as const).map((by) => (
    <Button
      key={by}
      variant="quiet"
      size="icon"
      className="size-8!"
      aria-label={`Move ${name} ${by === 1 ? 'down' : 'up'}`}
      repeats
      blocked={!may(by)}
      onClick={() => onMove(by)}
    >
      {by === 1 ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
    </Button>
  ))
