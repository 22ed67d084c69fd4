import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateVersion,
  listTemplates,
  listTemplateVersions,
  sendTestEmail,
  updateTemplate,
} from '@attest/contract/templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useAction } from '../lib/use-action.ts'
import { outboxNote } from '../outbox/outbox-toast.ts'

export const useTemplates = () =>
  useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => call(listTemplates, {}, signal),
  })

export const useTemplate = (id: string) =>
  useQuery({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => call(getTemplate, { params: { id } }, signal),
  })

export const useTemplateVersions = (id: string) =>
  useQuery({
    queryKey: ['templates', id, 'versions'],
    queryFn: ({ signal }) => call(listTemplateVersions, { params: { id } }, signal),
  })

export const useTemplateVersion = (id: string, version: number) =>
  useQuery({
    queryKey: ['template version', id, version],
    queryFn: ({ signal }) => call(getTemplateVersion, { params: { id, version } }, signal),
  })

const SAVING = {
  success: { title: 'Template saved' },
  failure: { title: 'Save failed', text: 'Failed to save template' },
}

export const useCreateTemplate = () => useAction(createTemplate, SAVING)
export const useUpdateTemplate = () => useAction(updateTemplate, SAVING)

export const useDeleteTemplate = () =>
  useAction(deleteTemplate, {
    success: { title: 'Template deleted' },
    failure: { title: 'Delete failed', text: 'Failed to delete template' },
  })

export function useSendTest() {
  const queries = useQueryClient()
  return useAction(sendTestEmail, {
    success: (_, { body }) => ({
      title: 'Test email sent successfully to the given address',
      text: body.testEmail,
      note: outboxNote(queries),
    }),
    failure: { title: 'Test email failed', text: 'Failed to send test email' },
  })
}

/** Never shows the id in place of a name that is not loaded. */
export function useTemplateName() {
  const { data, isError } = useTemplates()
  return (id: string) => {
    if (!data) return isError ? 'Not available' : '…'
    return data.find((template) => template.id === id)?.name ?? id
  }
}
