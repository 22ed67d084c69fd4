import { CircleHelp, type LucideIcon } from 'lucide-react'

interface BadgeProps {
  label: string
  icon: LucideIcon
  /** Ground and ink; neutral unless the colour has a meaning. */
  colour?: string
}

/** Another version of the server may send a state that this one does not know. */
export const UNKNOWN_STATE: BadgeProps = { label: 'Unknown', icon: CircleHelp }

/** A state in one word: always icon, word and colour. */
export function Badge({ label, icon: Icon, colour = 'bg-sunk text-ink-2' }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full pr-2.5 pl-2 align-middle font-sans text-[0.8125rem] font-semibold tracking-normal whitespace-nowrap ${colour}`}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {label}
    </span>
  )
}
