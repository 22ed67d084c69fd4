import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The editor below its heading: the fields, and the letter beside them. */
export const TemplateEditorSkeleton = () => (
  <div
    role="status"
    aria-label="Loading..."
    className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 min-[79rem]:grid-cols-[minmax(0,1fr)_602px]"
  >
    <div className="grid gap-5">
      <Sheet title="Template">
        <Fields names={['name', 'id', 'subject', 'type']} />
      </Sheet>
      <Sheet title="Content">
        <Fields names={['greeting', 'message', 'label', 'button']} />
      </Sheet>
    </div>
    <Sheet title="Preview">
      <div className="grid place-items-center bg-sunk p-8 min-[79rem]:h-[calc(100dvh-10rem)]">
        <Skeleton className="h-96 w-full max-w-md" />
      </div>
    </Sheet>
  </div>
)

const Fields = ({ names }: { names: string[] }) => (
  <div className="grid gap-4 px-4 py-5 md:px-5.5">
    {names.map((name) => (
      <div key={name}>
        <Skeleton className="mb-2 h-3.5 w-24" />
        <Skeleton className="h-10 rounded-md!" />
      </div>
    ))}
  </div>
)
