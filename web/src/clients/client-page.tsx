import { fullName } from '@attest/contract/client-fields'
import type { ReadClient } from '@attest/contract/clients'
import * as router from '@tanstack/react-router'
import { BellOff, ChevronLeft, ChevronRight, Mail, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FileList } from '../attachments/file-list.tsx'
import { ChangeList } from '../history/change-list.tsx'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { isGone } from '../lib/call.ts'
import { useIsGuarded } from '../lib/guards.ts'
import { useOwnColumns } from '../lib/use-own-columns.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { BackLink, PageHeader } from '../ui/page.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ClientDetails } from './client-details.tsx'
import { ClientNotices } from './client-notices.tsx'
import { GoneClient } from './gone-client.tsx'
import { RecordMenu } from './record-menu.tsx'
import { sendWord, useResendQuestion } from './resend-button.tsx'
import { useClient, useDeleteClient } from './use-clients.ts'

export default function ClientPage() {
  const { userId } = router.useParams({ strict: false })
  const id = Number(userId)
  const reading = useClient(id)
  const { data: client, error } = reading
  // Waits for the own columns, as the screen must not grow once it is shown.
  const { isPending } = useOwnColumns()
  // Remembers the loss: while the client is read again there is no error, and an open menu would close.
  const [lost, setLost] = useState<number>()
  if (isGone(error) && lost !== id) setLost(id)
  const gone = isGone(error) || (!client && !error && lost === id)
  const above = <Above id={id} />
  if (gone && !client) return <GoneClient id={id} above={above} />
  return (
    <RecordPage
      name="client"
      failure="Failed to fetch user data"
      reading={isPending ? { ...reading, data: undefined } : reading}
      above={above}
    >
      {(client) => <ClientScreen key={id} client={client} gone={gone} />}
    </RecordPage>
  )
}

const TabQuery = z.object({ tab: z._default(z.enum(['details', 'files', 'history']), 'details') })
type TabId = z.infer<typeof TabQuery>['tab']

/** `gone`: somebody else deleted the client. Typed text and chosen files stay until they are discarded. */
function ClientScreen({ client, gone }: { client: ReadClient; gone: boolean }) {
  const [editing, setEditing] = useState(false)
  const [{ tab }, setQuery] = useUrlQuery(TabQuery)
  const isGuarded = useIsGuarded()
  const above = <Above id={client.id} />
  if (gone && !editing && !isGuarded) return <GoneClient id={client.id} above={above} />
  return (
    <>
      <PageHeader
        title={fullName(client)}
        badge={
          <>
            <StatusBadge status={gone ? 'deleted' : client.status} />
            {client.excused_reason && <Badge label="Do Not Ask" icon={BellOff} />}
            {client.disputed_at && <StatusBadge status="disputed" />}
            {client.reported_as && !client.excused_reason && (
              <StatusBadge status={client.reported_as} />
            )}
          </>
        }
        text={`Client ${client.client_number}`}
        above={above}
        actions={<Actions client={client} editing={editing} />}
      />
      <ClientNotices client={client} />
      <Tabs
        label="Client"
        value={tab}
        // `replace`, so that Back leads to the list, not through the tabs.
        onChange={(id) => void setQuery({ tab: id as TabId }, { replace: true })}
        tabs={[
          {
            id: 'details',
            name: 'Details',
            keep: true,
            content: <ClientDetails client={client} editing={editing} onEditing={setEditing} />,
          },
          { id: 'files', name: 'Files & Attachments', content: <FileList clientId={client.id} /> },
          { id: 'history', name: 'Change History', content: <ChangeList clientId={client.id} /> },
        ]}
      />
    </>
  )
}

/** Returns to the list with its page and filters; undefined in a new tab. */
function useWayBack() {
  const { history } = router.useRouter()
  return router.useCanGoBack()
    ? (options?: { ignoreBlocker: true }) => history.back(options)
    : undefined
}

function BackToList() {
  const goBack = useWayBack()
  return (
    <BackLink
      to="/user-management"
      onClick={(event) => {
        if (!goBack || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        goBack()
      }}
    >
      Back
    </BackLink>
  )
}

const Above = ({ id }: { id: number }) => (
  <div className="flex flex-wrap items-baseline gap-x-4">
    <BackToList />
    <Neighbours id={id} />
  </div>
)

/** Send is primary neither during an edit, beside Save, nor for a client who has answered. */
function Actions({ client, editing }: { client: ReadClient; editing: boolean }) {
  const navigate = router.useNavigate()
  const goBack = useWayBack()
  const { start, isPending: isSending, question } = useResendQuestion(client)
  const remove = useDeleteClient()
  const isHeld = client.excused_reason || client.disputed_at || client.reported_as
  const leave = () => {
    if (goBack) goBack({ ignoreBlocker: true })
    else void navigate({ to: '/user-management', replace: true, ignoreBlocker: true })
  }
  return (
    <>
      <DialogButton dialog={(close) => <RecordAnswerDialog id={client.id} onClose={close} />}>
        <PenLine aria-hidden />
        Record an Answer
      </DialogButton>
      <RecordMenu id={client.id} />
      {!isHeld && !(client.bounced && client.status === 'pending') && (
        <Button
          variant={editing || client.status !== 'pending' ? 'secondary' : 'primary'}
          blocked={isSending}
          onClick={start}
        >
          <Mail aria-hidden />
          {isSending ? 'Sending...' : `${sendWord(client)} Email`}
        </Button>
      )}
      <ConfirmButton
        variant="danger"
        blocked={remove.isPending}
        question="Delete User"
        text={`Are you sure you want to delete ${fullName(client)}? This action cannot be undone. Open links and waiting emails end for good. The client can be restored from the trash for 30 days.`}
        onConfirm={() =>
          remove.mutate(
            { params: { id: client.id } },
            { onSuccess: leave, onError: (error) => isGone(error) && leave() },
          )
        }
      >
        <Trash2 aria-hidden />
        Delete User
      </ConfirmButton>
      {question}
    </>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids on the page of the list that opened the client. */
    among?: number[]
  }
}

/** Steps through the clients of the list's page, in its order. Back still leads to the list. */
function Neighbours({ id }: { id: number }) {
  const among = router.useLocation({ select: ({ state }) => state.among })
  const place = among?.indexOf(id) ?? -1
  if (!among || place === -1 || among.length === 1) return null
  return (
    <nav aria-label="Clients" className="-my-1.5 flex items-center gap-1">
      <Neighbour name="Previous client" id={among[place - 1]} among={among} icon={ChevronLeft} />
      <span className="text-sm whitespace-nowrap text-ink-2">
        {place + 1} of {among.length} on the list’s page
      </span>
      <Neighbour name="Next client" id={among[place + 1]} among={among} icon={ChevronRight} />
    </nav>
  )
}

interface NeighbourProps {
  name: string
  /** Undefined before the first and after the last client. */
  id: number | undefined
  among: number[]
  icon: typeof ChevronLeft
}

const Neighbour = ({ name, id, among, icon: Icon }: NeighbourProps) => (
  <router.Link
    disabled={id === undefined}
    to="/user-management/$userId"
    params={{ userId: String(id) }}
    search={true}
    state={{ among }}
    replace
    aria-label={name}
    title={name}
    className={buttonClass({ variant: 'quiet', size: 'sm' }, 'px-1.5!')}
  >
    <Icon aria-hidden />
  </router.Link>
)
