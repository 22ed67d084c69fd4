import type { Stats } from '@attest/contract/dashboard'
import { counted, formatDateTime } from '../lib/format.ts'
import { Panel } from '../ui/panel.tsx'
import { ResumeButton } from './resume-button.tsx'

type Restored = NonNullable<Stats['restored']>

/** Stands on the dashboard of a restored copy until an administrator presses Resume. */
export function RestoredNotice({ restored }: { restored: Restored }) {
  return (
    <Panel className="mb-5" title="This is a restored copy">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 border-l-4 border-accent px-4 py-4 md:px-5.5">
        <div className="min-w-0 flex-1 basis-90 text-md leading-normal">
          <p>
            It was restored on {formatDateTime(restored.restoredAt)} from a backup of{' '}
            {formatDateTime(restored.backupMadeAt)}. {canceled(restored.emailsCanceled)}
          </p>
          <p className="mt-1.5 text-ink-2">
            It sends no email to clients and makes no nightly backup until you press Resume. Press
            it only if this copy replaces the original. Otherwise both would write to your clients.
          </p>
        </div>
        <ResumeButton goesOn="Emails and nightly backups go on." />
      </div>
    </Panel>
  )
}

function canceled(emails: number): string {
  if (emails === 0) return 'No email was waiting.'
  const what = counted(emails, 'email that was waiting is', 'emails that were waiting are')
  return `${what} canceled, since the original may have sent ${emails === 1 ? 'it' : 'them'}.`
}
