import { Link, useLocation } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The ids on the page of the list from which a client was opened. */
    among?: number[]
  }
}

/** Leads through the clients of the list's page, in its order; Back still leads to the list. */
export function Neighbours({ id }: { id: number }) {
  const among = useLocation({ select: ({ state }) => state.among })
  const place = among?.indexOf(id) ?? -1
  if (!among || place === -1 || among.length === 1) return null
  return (
    <nav aria-label="Clients" className="-my-1.5 flex items-center gap-1">
      <Neighbour name="Previous client" id={among[place - 1]} among={among} icon={ChevronLeft} />
      <span className="text-sm whitespace-nowrap text-ink-2">
        {place + 1} of {among.length} on the list’s page
      </span>
      <Neighbour name="Next client" id={among[place + 1]} among={among} icon={ChevronRight} />
    </nav>
  )
}

interface NeighbourProps {
  name: string
  /** Undefined beyond the ends. */
  id: number | undefined
  among: number[]
  icon: typeof ChevronLeft
}

function Neighbour({ name, id, among, icon: Icon }: NeighbourProps) {
  return (
    <Link
      disabled={id === undefined}
      to="/user-management/$userId"
      params={{ userId: String(id) }}
      search={true}
      state={{ among }}
      replace
      aria-label={name}
      title={name}
      className={buttonClass({ variant: 'quiet', size: 'sm' }, 'px-1.5!')}
    >
      <Icon aria-hidden />
    </Link>
  )
}
