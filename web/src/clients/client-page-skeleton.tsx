import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const ActionsSkeleton = () =>
  ['delete', 'resend'].map((key) => <Skeleton key={key} className="h-10 rounded-md! md:w-36" />)

export function ClientPageSkeleton() {
  return (
    <div role="status" aria-label="Loading...">
      <div className="mb-5.5 flex h-11.25 items-center gap-5.5 border-b border-line">
        {['w-12', 'w-32', 'w-24'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <Sheet title="Details">
          <Facts count={11} className="gap-y-4.5 md:grid-cols-2" />
        </Sheet>
        <Sheet title="Summary">
          <Facts count={4} className="gap-y-4" />
        </Sheet>
      </div>
    </div>
  )
}

const Facts = ({ count, className }: { count: number; className: string }) => (
  <div className={`grid gap-x-8 px-4 py-5 md:px-5.5 ${className}`}>
    {Array.from({ length: count }, (_, n) => `fact ${n}`).map((key) => (
      <div key={key} className="flex h-10.25 flex-col justify-between py-1">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    ))}
  </div>
)
