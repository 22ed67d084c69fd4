import { listAdministrators } from '@attest/contract/administrators'
import { listOwnColumns } from '@attest/contract/own-column-calls'
import { MINE, type OwnColumn, type OwnKind, ownField } from '@attest/contract/own-columns'
import { useMemo } from 'react'
import { formatDay } from './format.ts'
import { useRead } from './use-read.ts'

export const KIND_NAMES: Record<OwnKind, string> = {
  text: 'Text',
  date: 'Date',
  choice: 'Choice',
  administrator: 'Administrator',
}

export const useOwnColumns = (enabled = true) =>
  useRead(listOwnColumns, {
    queryKey: ['own columns'],
    enabled,
    refetchOnMount: true,
    staleTime: 2000,
  })

const NONE: { id: string; email: string }[] = []

/** Ids and addresses of administrators, if one of the columns holds them. */
export function useOwners(columns: OwnColumn[] = []): [id: string, email: string][] {
  const { data = NONE } = useRead(listAdministrators, {
    enabled: columns.some(({ kind }) => kind === 'administrator'),
  })
  return useMemo(() => data.map(({ id, email }) => [id, email]), [data])
}

export function ownText({ kind }: OwnColumn, value: string, owners: [string, string][]): string {
  if (kind === 'date') return formatDay(`${value}T00:00`)
  if (kind !== 'administrator') return value
  if (value === MINE) return 'Mine'
  return (
    owners.find(([id]) => id === value)?.[1] ?? (owners.length > 0 ? 'Former administrator' : '')
  )
}

/** Shows own columns, by `own.<id>`: their names, and their values as text. */
export function useOwnTexts() {
  const { data: columns = [] } = useOwnColumns()
  const owners = useOwners(columns)
  const columnOf = (field: string) => columns.find(({ id }) => ownField(id) === field)
  return {
    columns,
    label: (field: string) => columnOf(field)?.name ?? 'Deleted column',
    text: (field: string, value: string | null | undefined): string => {
      const column = columnOf(field)
      return column && value ? ownText(column, value, owners) : (value ?? '')
    },
  }
}
