import { type Administrator, listAdministrators } from '@attest/contract/administrators'
import {
  listOwnColumns,
  type OwnColumn,
  type OwnKind,
  ownField,
} from '@attest/contract/own-columns'
import { fullDay } from './day.ts'
import { useRead } from './use-read.ts'

const NONE: never[] = []

/** The firm's own columns in their order; none while they load. */
export const useOwnColumns = (): OwnColumn[] =>
  useRead(listOwnColumns, { queryKey: ['columns'] }).data ?? NONE

export const KIND_NAMES: Record<OwnKind, string> = {
  text: 'Text',
  date: 'Date',
  choice: 'Choice',
  administrator: 'Administrator',
}

/** Read only if a column needs them. */
export const useAdministratorsOf = (columns: readonly OwnColumn[]): Administrator[] =>
  useRead(listAdministrators, {
    queryKey: ['administrators'],
    enabled: columns.some(({ kind }) => kind === 'administrator'),
  }).data ?? NONE

/** Names and texts of own values, by `own.<id>`. */
export function useOwnTexts() {
  const columns = useOwnColumns()
  const administrators = useAdministratorsOf(columns)
  const columnOf = (field: string) => columns.find(({ id }) => ownField(id) === field)
  return {
    columns,
    label: (field: string) => columnOf(field)?.name ?? 'Deleted column',
    text: (field: string, value: string | null | undefined): string => {
      if (!value) return ''
      const kind = columnOf(field)?.kind
      if (kind === 'date') return fullDay(new Date(`${value}T00:00:00`))
      if (kind !== 'administrator') return value
      return administrators.find(({ id }) => id === value)?.email ?? 'Former administrator'
    },
  }
}
