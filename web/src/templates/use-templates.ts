import { listTemplates } from '@attest/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

export const useTemplates = () =>
  useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => call(listTemplates, {}, signal),
    refetchOnMount: 'always',
  })

/** A template's name by its id; the id itself until it is known or if it is gone. */
export function useTemplateName() {
  const { data } = useTemplates()
  return (id: string) => data?.find((template) => template.id === id)?.name ?? id
}
