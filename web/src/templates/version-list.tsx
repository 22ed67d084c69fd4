import type { Template, TemplateVersion } from '@attest/contract/templates'
import { useState } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTemplateVersions } from './use-templates.ts'

const VersionDialog = lazyPart(() => import('./version-dialog.tsx'))

export function VersionList({ id, onTake }: { id: string; onTake: (template: Template) => void }) {
  const reading = useTemplateVersions(id)
  const { data, error } = reading
  const [looked, setLooked] = useState<number>()
  const close = () => setLooked(undefined)
  return (
    <Panel title="Versions">
      {!data && !error && <Skeleton className="m-5.5 h-10" />}
      <ReadError title="Failed to fetch the versions" reading={reading} />
      <ol aria-label="Versions" reversed>
        {data?.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            onLook={() => setLooked(version.version)}
          />
        ))}
      </ol>
      {looked !== undefined && (
        <VersionDialog
          id={id}
          version={looked}
          onClose={close}
          onTake={(template) => {
            onTake(template)
            close()
          }}
        />
      )}
    </Panel>
  )
}

function VersionRow({ version, onLook }: { version: TemplateVersion; onLook: () => void }) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0 md:px-5.5">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-semibold">Version {version.version}</span>{' '}
          <span className="text-ink-2">{formatDateTime(version.created_at)}</span>
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">
          {version.admin_email ?? 'Part of the product'}
        </p>
      </div>
      <Button size="sm" aria-label={`View version ${version.version}`} onClick={onLook}>
        View
      </Button>
    </li>
  )
}
