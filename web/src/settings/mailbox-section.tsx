import type { Body } from '@attest/contract/endpoint'
import type { Settings, saveMailbox } from '@attest/contract/settings'
import { counted, formatDateTime } from '../lib/format.ts'
import { type ServerKind, ServerSection, serverRows } from './server-section.tsx'
import { useSaveMailbox, useTestMailbox } from './use-settings.ts'
import { Words } from './words.tsx'

const MAILBOX: ServerKind<Body<typeof saveMailbox>> = {
  name: 'mailbox',
  title: 'Bounces and Replies',
  ports: { tls: '993', starttls: '143', none: '143' },
  defaults: { port: '993', security: 'tls', signIn: 'password' },
  noServer: null,
  bodyOf: ({ tenant = '', application = '', secret }, isTyped) => {
    if (!isTyped('tenant', 'application', 'secret')) return {}
    const microsoft = { tenant, application, ...(secret && { secret }) }
    return { microsoft: tenant || application ? microsoft : null }
  },
  words: {
    refused: 'Not saved: the mailbox cannot be opened like this.',
    unreadable: 'The mailbox is not read: enter it again.',
    aside: 'Is it read?',
    test: 'Test the Mailbox',
    testing: 'Opening...',
    failed: 'The mailbox cannot be opened.',
  },
}

const HOST = {
  name: 'host',
  label: 'Mailbox server (IMAP)',
  placeholder: 'imap.example.com',
  optional: true,
  hint: 'Where the sender’s address and replies lead. It is only read: nothing in it is moved, marked or deleted.',
}

export const MailboxSection = ({ settings }: { settings: Settings }) => (
  <ServerSection
    kind={MAILBOX}
    settings={settings}
    rows={serverRows(MAILBOX.ports, HOST)}
    tokenRows={[
      // Microsoft Entra shows the same names.
      [{ name: 'tenant', label: 'Directory (tenant) ID' }],
      [
        { name: 'application', label: 'Application (client) ID' },
        { name: 'secret', label: 'Client secret', type: 'password' },
      ],
    ]}
    save={useSaveMailbox()}
    test={useTestMailbox()}
    result={({ folders }) => (
      <Words
        title="The mailbox can be opened."
        words={
          folders
            .map(({ name, messages }) => `${name}: ${counted(messages, 'email', 'emails')}`)
            .join(', ') || 'Enter a mailbox server first.'
        }
      />
    )}
    state={<State state={settings.mailboxState} />}
  />
)

function State({ state }: { state: Settings['mailboxState'] }) {
  if (state?.problem) {
    const title = 'It cannot be read at present. The server keeps trying.'
    return (
      <div className="mb-4">
        <Words danger title={title} words={state.problem} />
      </div>
    )
  }
  const words = state?.readAt
    ? `Read last on ${formatDateTime(state.readAt)}.`
    : 'It is read within a minute.'
  return (
    <p className="mb-4 text-md text-ink-2">
      {state
        ? words
        : 'No mailbox is read. Clients whose email comes back count as asked, and nobody sees their replies.'}
    </p>
  )
}
