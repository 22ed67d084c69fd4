import type { ColumnType } from 'kysely'

/** Timestamps are ISO strings both ways, bigints are numbers: see `typeParsers` in open.ts. */
export type DefaultedTimestamp = ColumnType<string, string | undefined, string>

export type Json<T> = ColumnType<T, string | undefined, string>
