import { ClientFilter } from '@attest/contract/clients'
import { listViews, type View } from '@attest/contract/views'
import { useRead } from './use-read.ts'

export const useViews = () => useRead(listViews, { queryKey: ['views'] })

export const NO_FILTER = ClientFilter.parse({})

export function viewSearch({ id, version, filter, sort, columns }: View) {
  const set = Object.entries(filter).filter(
    ([name, value]) => value !== NO_FILTER[name as keyof ClientFilter],
  )
  return { ...Object.fromEntries(set), sort, columns: columns.join(), view: `${id}-${version}` }
}
