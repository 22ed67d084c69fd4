import type { ColumnType } from 'kysely'

/** Timestamps are ISO strings in both directions, bigints are numbers: see type-parsers.ts. */
export type DefaultedTimestamp = ColumnType<string, string | undefined, string>

/** JSON goes in as text and comes out read. */
export type Json<T> = ColumnType<T, string | undefined, string>
