import { sql } from 'kysely'
import { pdfLines } from './pdf-lines.ts'
import type { TestApp } from './start-test-app.ts'

/** Inserts notes 1 to `count` of one client. */
export const insertNotes = ({ deps }: Pick<TestApp, 'deps'>, id: number, count: number) =>
  sql`
    insert into notes (client_id, at, admin_email, text)
    select ${id}, ${deps.now().toISOString()}, 'a@example.com', 'Note ' || n from generate_series(1, ${count}::int) n
  `.execute(deps.db)

/** The numbers of the notes in a client's record. */
export const notesIn = (pdf: Buffer): number[] =>
  pdfLines(pdf).flatMap(({ text }) => /^Text: Note (\d+)$/.exec(text)?.slice(1).map(Number) ?? [])

export const newestFirst = (count: number) => Array.from({ length: count }, (_, n) => count - n)
