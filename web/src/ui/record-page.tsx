import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError } from '../lib/call.ts'
import { PageHeader } from './page.tsx'
import { EmptyState, Panel, ReadError } from './panel.tsx'
import { PanelsSkeleton } from './skeleton.tsx'

interface RecordPageProps<Data> {
  /** A word for the record, in lower case. */
  name: string
  reading: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  above: ReactNode
  failure?: string
  children: (data: Data) => ReactNode
}

/** The screen of one record, or the reason why it cannot be shown. */
export function RecordPage<Data>(props: RecordPageProps<Data>) {
  const { name, reading, above, children } = props
  const { failure = `Failed to fetch the ${name}` } = props
  const { data, error } = reading
  // Keeps an open record after a failed reading, as somebody may be typing.
  if (data) return children(data)
  // 400: the address holds no valid id.
  const gone = error instanceof CallError && (error.status === 404 || error.status === 400)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return (
    <>
      <PageHeader
        title={error ? title : 'Loading...'}
        text={error ? undefined : '\u00a0'}
        above={above}
      />
      {!error && <PanelsSkeleton label="Loading..." />}
      {error && (
        <Panel>
          {gone ? (
            <EmptyState
              icon={SearchX}
              title={`${title} not found`}
              text={`There is no such ${name}.`}
            />
          ) : (
            <ReadError title={failure} reading={reading} />
          )}
        </Panel>
      )}
    </>
  )
}
