import { ErrorState } from './ui/error-state.tsx'
import { PageHeader } from './ui/page-header.tsx'
import { Sheet } from './ui/sheet.tsx'

/** Replaces a faulty screen; the layout and a running import stay. */
export const ScreenError = ({ reset }: { reset: () => void }) => (
  <>
    <PageHeader title="Something went wrong" />
    <Sheet>
      <ErrorState
        title="This screen could not be shown"
        text="If trying again does not help, please reload the page."
        onRetry={reset}
      />
    </Sheet>
  </>
)
