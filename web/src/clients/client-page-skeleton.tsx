import { Panel } from '../ui/panel.tsx'
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx'

export const ActionsSkeleton = () =>
  ['delete', 'record', 'resend'].map((key) => (
    <Skeleton key={key} className="h-10 min-w-2/5 rounded-md! md:w-36 md:min-w-0" />
  ))

export function ClientPageSkeleton() {
  return (
    <div role="status" aria-label="Loading...">
      <div className="mb-5.5 flex h-11.25 items-center gap-5.5 border-b border-line">
        {['w-12', 'w-32', 'w-24'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <Panel title="Details">
          <SkeletonLines
            count={13}
            className="h-98.75 px-4 py-5 box-content max-md:h-187.25 md:px-5.5"
          />
        </Panel>
        <Panel title="Summary">
          <SkeletonLines count={4} className="h-53 px-4 py-5 box-content md:px-5.5" />
        </Panel>
      </div>
    </div>
  )
}
