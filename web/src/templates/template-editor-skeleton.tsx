import { Sheet } from '../ui/sheet.tsx'
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx'

/** The editor below its heading: the fields, and the letter beside them. */
export const TemplateEditorSkeleton = () => (
  <div
    role="status"
    aria-label="Loading..."
    className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 min-[79rem]:grid-cols-[minmax(0,1fr)_602px]"
  >
    <div className="grid gap-5">
      <Sheet title="Template">
        <SkeletonLines count={8} className="h-84 px-4 py-5 md:px-5.5" />
      </Sheet>
      <Sheet title="Content">
        <SkeletonLines count={8} className="h-84 px-4 py-5 md:px-5.5" />
      </Sheet>
    </div>
    <Sheet title="Preview">
      <div className="grid place-items-center bg-sunk p-8 min-[79rem]:h-[calc(100dvh-10rem)]">
        <Skeleton className="h-96 w-full max-w-md" />
      </div>
    </Sheet>
  </div>
)
