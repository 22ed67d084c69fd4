import { ConfirmIdentityDialog } from '../account/confirm-identity-dialog.tsx'
import { useFirm } from '../lib/firm.ts'
import { PageHeader } from '../ui/page.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { EmailSection } from './email-section.tsx'
import { FirmSection } from './firm-section.tsx'
import { MailboxSection } from './mailbox-section.tsx'
import { OwnColumnsSection } from './own-columns-section.tsx'
import { LinksSection, SecuritySection } from './policy-sections.tsx'
import { useSettings } from './use-settings.ts'

export default function SettingsPage() {
  useFirm()
  const reading = useSettings()
  const settings = reading.data
  return (
    <>
      <PageHeader
        title="Settings"
        text="What your clients see of the firm, and how letters leave."
      />
      {settings ? (
        <div className="grid gap-5">
          <FirmSection settings={settings} />
          <EmailSection settings={settings} />
          <MailboxSection settings={settings} />
          <OwnColumnsSection />
          <LinksSection settings={settings} />
          <SecuritySection settings={settings} />
        </div>
      ) : (
        <Panel title="Firm">
          {reading.error ? (
            <ReadError title="Failed to fetch the settings" reading={reading} />
          ) : (
            <div className="px-4 py-5 md:px-5.5">
              <SkeletonLines count={6} className="h-64" />
            </div>
          )}
        </Panel>
      )}
      <ConfirmIdentityDialog />
    </>
  )
}
