import type { Stats } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpenImport } from '../imports/import-dialog-host.tsx'
import { SampleSheet } from '../imports/sample-sheet.tsx'
import { useFirm } from '../lib/firm.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

interface FirstStepsProps extends Pick<Stats, 'mail'> {
  onClose: () => void
}

export default function FirstSteps({ mail }: FirstStepsProps) {
  const openImport = useOpenImport()
  const { isNamed, name } = useFirm()
  return (
    <Panel>
      <ol aria-label="First steps" className="grid lg:grid-cols-3">
        <Step number={1} title="Name your firm">
          {isNamed
            ? `Your clients know you as ${name}. `
            : `Letters are signed “${name}” until you do. `}
          <Link to="/settings">{isNamed ? 'Change it in Settings' : 'Open Settings'}</Link>
        </Step>
        <Step number={2} title="Set up email">
          {mail.provider === 'outbox'
            ? 'No email leaves this server until you do: all stay in its outbox. '
            : `Letters leave by ${mail.provider}. `}
          <Link to="/settings">
            {mail.provider === 'outbox' ? 'Set up a mail server' : 'Send yourself a test'}
          </Link>
          {mail.provider !== 'outbox' && (
            <>
              , and <Link to="/delivery">check the firm’s domain</Link>.
            </>
          )}
        </Step>
        <Step number={3} title="Import your clients">
          Choose the spreadsheet you have. Read the letter before it goes out, under{' '}
          <Link to="/email-templates">Email Templates</Link>.
        </Step>
      </ol>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line px-4 py-5 md:px-6.5">
        <Button
          variant="primary"
          className="h-13! px-7! text-lg! max-md:w-full"
          onClick={openImport}
        >
          <Upload aria-hidden />
          Import New File
        </Button>
        <SampleSheet className="max-md:w-full" />
      </div>
    </Panel>
  )
}

interface StepProps {
  number: number
  title: string
  children: ReactNode
}

const Step = ({ number, title, children }: StepProps) => (
  <li className="border-line px-4 py-5 not-first:border-t md:px-6.5 lg:not-first:border-t-0 lg:not-first:border-l lg:py-7">
    <p className="text-sm font-semibold text-ink-3">Step {number}</p>
    <h2 className="mt-1 mb-1.5 text-xl">{title}</h2>
    <p className="text-ink-2">{children}</p>
  </li>
)
