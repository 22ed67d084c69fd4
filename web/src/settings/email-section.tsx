import type { Body } from '@attest/contract/endpoint'
import type { Settings, saveEmail } from '@attest/contract/settings'
import { Link } from '@tanstack/react-router'
import { useFirm } from '../lib/firm.ts'
import { formatDateTime } from '../lib/format.ts'
import { rateIn } from './section.tsx'
import { type ServerKind, ServerSection, serverRows } from './server-section.tsx'
import { useSaveEmail, useTestEmail } from './use-settings.ts'
import { Words } from './words.tsx'

const EMAIL: ServerKind<Body<typeof saveEmail>> = {
  name: 'email',
  title: 'Email',
  ports: { tls: '465', starttls: '587', none: '25' },
  defaults: { port: '587', security: 'starttls', signIn: 'password' },
  bodyOf: ({ senderName, senderAddress, replyTo, rate }, isTyped) => ({
    ...(isTyped('senderName', 'senderAddress') && {
      senderName: senderName || null,
      senderAddress,
    }),
    ...(isTyped('replyTo') && { replyTo: replyTo || null }),
    ...(isTyped('rate') && { rate: rate ? rateIn(rate) : null }),
  }),
  words: {
    refused: 'Not saved: the mail server cannot be used like this.',
    unreadable: 'No email is being sent: enter the mail server again.',
    aside: 'Does it work?',
    test: 'Send Me a Test Email',
    testing: 'Sending...',
    failed: 'The test email was not sent.',
  },
}

export function EmailSection({ settings }: { settings: Settings }) {
  const { name } = useFirm()
  const address = settings.email.senderAddress.value ?? ''
  const host = { name: 'host', label: 'Mail server', placeholder: 'smtp.example.com' }
  return (
    <ServerSection
      kind={EMAIL}
      settings={settings}
      rows={[
        [
          { name: 'senderName', label: 'Sender’s name', optional: true, placeholder: name },
          { name: 'senderAddress', label: 'Sender’s address', type: 'email', placeholder: address },
        ],
        [{ name: 'replyTo', label: 'Replies go to', optional: true, type: 'email' }],
        ...serverRows(
          EMAIL.ports,
          host,
          'Microsoft’s application is entered below, at the mailbox.',
        ),
        [
          {
            name: 'rate',
            label: 'Emails a second, at most',
            optional: true,
            hint: 'Some providers block a sender who is faster than they allow.',
          },
        ],
      ]}
      save={useSaveEmail()}
      test={useTestEmail()}
      result={({ to, response, milliseconds }) => (
        <Words
          title="The mail server accepted it."
          text={`To ${to}, in ${(milliseconds / 1000).toFixed(1)} s. Look in the junk folder, too.`}
          words={response}
        />
      )}
    >
      <Address {...settings.address} />
    </ServerSection>
  )
}

/** Gets the latest reading: the test email's link may have been opened in another tab. */
function Address({ value, problem, openedAt }: Settings['address']) {
  return (
    <>
      <h4 className="mt-6 mb-1 text-md font-semibold text-ink-2">Links in letters lead to</h4>
      <p className="font-semibold wrap-anywhere">{value}</p>
      <p className="mt-1 text-md text-ink-2">
        {problem ??
          (openedAt
            ? `Opened by the link of a test email on ${formatDateTime(openedAt)}.`
            : 'Not opened yet. Send yourself a test email, and open its link outside the office, for instance on a phone.')}
      </p>
      <p className="mt-6">
        <Link to="/delivery">Check the firm’s domain</Link>
      </p>
    </>
  )
}
