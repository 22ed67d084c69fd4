import { SAMPLE_VALUES } from '@attest/contract/letter'
import type { getOutboxMail } from '@attest/contract/outbox'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { formatDateTime } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { ReadError } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useOutboxMail } from './use-outbox.ts'

type Mail = z.output<(typeof getOutboxMail)['reply']>

const VIEWS = [
  ['html', 'Letter'],
  ['text', 'Plain text'],
] as const

export default function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const reading = useOutboxMail(id)
  const { data: mail, error } = reading
  const found = mail?.text.match(/https?:\/\/\S+\/verify\/[\w-]+/)?.[0]
  const link = found === SAMPLE_VALUES.verificationUrl ? undefined : found
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title={mail?.subject ?? 'Email'}
      description={mail ? `Written ${formatDateTime(mail.written_at)}` : '\u00a0'}
    >
      <DialogBody>
        {mail && <MailView mail={mail} />}
        {!mail && !error && <Skeleton className="h-[60dvh]" />}
        <ReadError title="Failed to fetch the email" reading={reading} />
      </DialogBody>
      <DialogFooter>
        {link && (
          <a href={link} target="_blank" rel="noreferrer" className={buttonClass({}, 'md:mr-auto')}>
            <ExternalLink aria-hidden />
            Open the Link
          </a>
        )}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function MailView({ mail }: { mail: Mail }) {
  const [view, setView] = useState<'html' | 'text'>('html')
  const headers = [
    ['From', mail.from],
    ['To', mail.to],
    ['Reply to', mail.replyTo],
  ] as const
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          {headers.map(
            ([name, value]) =>
              value && (
                <div key={name} className="contents">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Segments label="Shown as" options={VIEWS} value={view} onChange={setView} />
      </div>
      <div className="overflow-hidden rounded-md border border-line">
        {view === 'html' ? (
          <MailFrame title="The email" html={mail.html} openLinks className="h-[58dvh]" />
        ) : (
          <pre className="min-h-[58dvh] px-4 py-4 font-sans whitespace-pre-wrap wrap-anywhere">
            {mail.text}
          </pre>
        )}
      </div>
    </>
  )
}
