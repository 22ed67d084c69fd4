import type { Client } from '@attest/contract/clients'
import { fullName } from '@attest/contract/full-name'
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Mail, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FileList } from '../attachments/file-list.tsx'
import { ChangeList } from '../history/change-list.tsx'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { CallError, isGone } from '../lib/call.ts'
import { draftedForms } from '../lib/drafts.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { useResendQuestion } from '../mailings/use-resend-question.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ClientDetails } from './client-details.tsx'
import { ExcusedBadge } from './client-marks.tsx'
import { ActionsSkeleton, ClientPageSkeleton } from './client-page-skeleton.tsx'
import { DisputeNotice } from './dispute-notice.tsx'
import { EmailNotice } from './email-notice.tsx'
import { ExcuseNotice } from './excuse-notice.tsx'
import { answerForm, editorForm } from './form-names.ts'
import { GoneClient, NoSuchClient } from './gone-client.tsx'
import { Neighbours } from './neighbours.tsx'
import { useClient, useDeleteClient } from './use-clients.ts'

export default function ClientPage() {
  const { userId } = useParams({ strict: false })
  const id = Number(userId)
  const reading = useClient(id)
  const { data: client, error } = reading
  const gone = isGone(error)
  const hasNoId = error instanceof CallError && error.status === 400
  if (client) return <ClientScreen key={id} client={client} gone={gone} />
  const above = <Above id={id} />
  if (gone) return <GoneClient id={id} above={above} />
  if (error) {
    return (
      <>
        <PageHeader title="Client" above={above} />
        {hasNoId ? (
          <NoSuchClient />
        ) : (
          <ReadError inPanel title="Failed to fetch user data" reading={reading} />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader title="Loading..." text={'\u00a0'} above={above} actions={<ActionsSkeleton />} />
      <ClientPageSkeleton />
    </>
  )
}

const TabQuery = z.object({ tab: z._default(z.enum(['details', 'files', 'history']), 'details') })
type TabId = z.infer<typeof TabQuery>['tab']

/** `gone`: someone else deleted the client; typed text stays until it is discarded. */
function ClientScreen({ client, gone }: { client: Client; gone: boolean }) {
  const [editing, setEditing] = useState(() => draftedForms().includes(editorForm(client.id)))
  const [{ tab }, setQuery] = useUrlQuery(TabQuery)
  const above = <Above id={client.id} />
  if (gone && !editing) return <GoneClient id={client.id} above={above} />
  return (
    <>
      <PageHeader
        title={fullName(client)}
        badge={
          <>
            <StatusBadge status={gone ? 'deleted' : client.status} />
            <ExcusedBadge client={client} />
            {client.disputed_at && <StatusBadge status="disputed" />}
          </>
        }
        text={`Client ${client.client_number}`}
        above={above}
        actions={<Actions client={client} editing={editing} />}
      />
      {client.disputed_at ? <DisputeNotice client={client} /> : <EmailNotice client={client} />}
      <ExcuseNotice client={client} />
      <Tabs
        label="Client"
        value={tab}
        // Back leads to the list, not through the tabs.
        onChange={(id) => void setQuery({ tab: id as TabId }, { replace: true })}
        tabs={[
          {
            id: 'details',
            name: 'Details',
            keep: true,
            content: <ClientDetails client={client} editing={editing} onEditing={setEditing} />,
          },
          {
            id: 'files',
            name: 'Files & Attachments',
            content: <FileList clientId={client.id} />,
          },
          {
            id: 'history',
            name: 'Change History',
            content: <ChangeList clientId={client.id} />,
          },
        ]}
      />
    </>
  )
}

/** Back to the list with its page and filters; undefined in a new tab. */
function useWayBack() {
  const { history } = useRouter()
  return useCanGoBack() ? (options?: { ignoreBlocker: true }) => history.back(options) : undefined
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

interface ActionsProps {
  client: Client
  editing: boolean
}

/** While editing, Save is the only primary button. A client who has answered is not asked again by habit. */
function Actions({ client, editing }: ActionsProps) {
  const navigate = useNavigate()
  const goBack = useWayBack()
  const { start, isPending: isSending, question } = useResendQuestion(client)
  const remove = useDeleteClient()
  const leave = () => {
    if (goBack) goBack({ ignoreBlocker: true })
    else void navigate({ to: '/user-management', replace: true, ignoreBlocker: true })
  }
  return (
    <>
      <DialogButton
        startsOpen={draftedForms().includes(answerForm(client.id))}
        dialog={(close) => <RecordAnswerDialog id={client.id} onClose={close} />}
      >
        <PenLine aria-hidden />
        Record an Answer
      </DialogButton>
      {!client.excused_reason && !client.disputed_at && (
        <Button
          variant={editing || client.status !== 'pending' ? 'secondary' : 'primary'}
          blocked={isSending}
          onClick={start}
        >
          <Mail aria-hidden />
          {isSending ? 'Sending...' : 'Resend Email'}
        </Button>
      )}
      <ConfirmButton
        variant="danger"
        blocked={remove.isPending}
        question="Delete User"
        text={`Are you sure you want to delete ${fullName(client)}? This action cannot be undone.`}
        action="Delete User"
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
