import { changeGroup } from '@attest/contract/clients'
import * as calls from '@attest/contract/templates'
import { CallError } from '../lib/call.ts'
import { counted } from '../lib/format.ts'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { outboxToast } from '../outbox/outbox-note.tsx'

export const useTemplates = (enabled = true) =>
  useRead(calls.listTemplates, { queryKey: ['templates'], enabled })

export const useTemplate = (id: string) =>
  useRead(calls.getTemplate, { params: { id }, queryKey: ['templates', id] })

export const useTemplateVersions = (id: string) =>
  useRead(calls.listTemplateVersions, { params: { id } })

export const useTemplateVersion = (id: string, version: number) =>
  useRead(calls.getTemplateVersion, { params: { id, version } })

const SAVING = {
  reads: ({ id }: calls.Template) => ['templates', id],
  success: { title: 'Template saved' },
  failure: unlessAtField({ title: 'Save failed', text: 'Failed to save template' }),
}

export const useCreateTemplate = action(calls.createTemplate, SAVING)
export const useUpdateTemplate = action(calls.updateTemplate, {
  ...SAVING,
  failure: (error) => (waitingIn(error) ? null : SAVING.failure(error)),
})

export const waitingIn = (error: Error | null) =>
  error instanceof CallError && error.body.code === 'emails_waiting' ? error.message : undefined

export const useDeleteTemplate = action(calls.deleteTemplate, {
  success: { title: 'Template deleted' },
  // No toast while clients use it: the screen offers to move them.
  failure: (error) =>
    clientsIn(error) ? null : { title: 'Delete failed', text: 'Failed to delete template' },
})

export const clientsIn = (error: Error | null) =>
  error instanceof CallError ? error.body.clients : undefined

export const useChangeGroup = action(changeGroup, {
  success: ({ changed }) => ({
    title: 'Group changed',
    text: `${counted(changed, 'client is', 'clients are')} in another group now.`,
  }),
  failure: mayRetry('Update failed', 'The group could not be changed.'),
})

export const useSendTest = action(calls.sendTestEmail, {
  success: ({ code }, { body }) =>
    code === 'written_to_outbox'
      ? outboxToast('Test email')
      : { title: 'Test email sent successfully to the given address', text: body.testEmail },
  failure: unlessAtField({ title: 'Test email failed', text: 'Failed to send test email' }),
})

/** Names a template. Shows no id while the names load. */
export function useTemplateName() {
  const { data, isError } = useTemplates()
  return (id: string) => {
    if (!data) return isError ? 'Not available' : '…'
    return data.find((template) => template.id === id)?.name ?? id
  }
}
