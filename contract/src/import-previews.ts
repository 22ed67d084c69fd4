import * as z from 'zod/mini'
import { ClientInput } from './clients.ts'
import { ENCODING_NAMES } from './encodings.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery, text, timestamp } from './fields.ts'
import { SheetNote } from './imports.ts'
import { OwnKind } from './own-column-calls.ts'
import { isOwnField, type OwnField } from './own-columns.ts'

type InputField = keyof ClientInput
const INPUT_FIELDS = Object.keys(ClientInput.shape) as [InputField, ...InputField[]]
export const PreviewField = z.enum(INPUT_FIELDS)
export type PreviewField = z.infer<typeof PreviewField>

/** The import creates an own column of this kind, named after the header. */
const NEW = ['new.text', 'new.date', 'new.choice', 'new.administrator'] as const

/**
 * The field that a column fills, also one of the firm's own. `ignored` was chosen, null was not recognized. A Yes in a
 * column `do_not_email`, such as “Deceased”, rejects the row and excuses its client on file.
 */
export const ColumnField = z.union([
  z.enum([...INPUT_FIELDS, 'address_2', 'address_3', 'do_not_email', 'ignored', ...NEW]),
  z.custom<OwnField>((field) => typeof field === 'string' && isOwnField(field)),
])
export type ColumnField = z.infer<typeof ColumnField>

/** undecided: likely a known client or the person of an earlier row, with another number. */
export const PreviewKind = z.enum([
  'created',
  'changed',
  'unchanged',
  'undecided',
  'rejected',
  'skipped',
])
export type PreviewKind = z.infer<typeof PreviewKind>

/** The decision about an undecided row. `another` needs a client number of its own. */
export const RowChoice = z.enum(['same', 'another', 'skip'])
export type RowChoice = z.infer<typeof RowChoice>

const Cells = z.partialRecord(PreviewField, z.string())

/** By `own.<id>`. A column that the import creates has a negative id: -1 for the first column of the sheet. */
const OwnCells = z.record(z.string(), z.string())

const TypedCells = z.partialRecord(PreviewField, text.check(z.maxLength(1000)))

export const PreviewSuggestion = z.object({
  field: PreviewField,
  text: z.string(),
  action: z.string(),
  cells: Cells,
})
export type PreviewSuggestion = z.infer<typeof PreviewSuggestion>

export const PreviewRow = z.object({
  /** As the spreadsheet numbers it, from 1. */
  row: z.int(),
  kind: PreviewKind,
  /** The values to be stored. A rejected or undecided row has those of the file. */
  cells: Cells,
  /** Stored values that the import changes. */
  old: Cells,
  own: OwnCells,
  ownOld: OwnCells,
  /** Fields whose correction by the client is kept. */
  kept: z.array(PreviewField),
  /** Fields whose correction by the client is replaced. */
  replaced: z.array(PreviewField),
  /** Values that the client will be asked for. */
  missing: z.array(PreviewField),
  /** The row's client number, if a merge has made it a former number of its client. */
  former: z.nullable(z.string()),
  /** Why the row is rejected, by field. */
  problems: Cells,
  /** Why the row is rejected as a whole. */
  reason: z.nullable(z.string()),
  suggestions: z.array(PreviewSuggestion),
  choice: z.nullable(RowChoice),
  /** The known client that an undecided row is likely about. */
  alike: z.nullable(Cells),
  /** The earlier row that this one likely repeats; `alike` then holds that row's cells. */
  alikeRow: z.nullable(z.int()),
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const PreviewCounts = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  undecided: z.int(),
  rejected: z.int(),
  skipped: z.int(),
  /** Created, changed and unchanged rows with missing values. */
  incomplete: z.int(),
  replaced: z.int(),
  suggested: z.int(),
})
export type PreviewCounts = z.infer<typeof PreviewCounts>

export const Preview = z.object({
  previewId: z.uuid(),
  file_name: z.string(),
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** Counted from 1; 0: the sheet has no headers. */
  headerRow: z.int(),
  columns: z.array(
    z.object({
      header: z.string(),
      field: z.nullable(ColumnField),
      samples: z.array(z.string()),
      /** The column also fills a missing phone number. */
      alsoPhone: z.optional(z.boolean()),
      /** A person chose the field, for this file or an earlier one, against the header's usual meaning. */
      chosen: z.optional(z.boolean()),
      /** By its header, the column holds first and last names together. */
      wholeNames: z.optional(z.boolean()),
      /** The likely kind of an own column with its values. */
      keepAs: z.optional(OwnKind),
    }),
  ),
  notes: z.array(SheetNote),
  /** Hidden rows and columns with content. */
  hidden: z.object({ rows: z.int(), columns: z.int() }),
  includeHidden: z.boolean(),
  /** The encoding that a text file was read in, and words that show it. Null: only ASCII, or a workbook. */
  encoding: z.nullable(
    z.object({
      name: z.enum(ENCODING_NAMES),
      /** Some lines are UTF-8 instead. */
      mixed: z.boolean(),
      words: z.array(z.string()),
    }),
  ),
  /** Whether clients with missing values are imported. */
  incomplete: z.boolean(),
  counts: PreviewCounts,
  /** How many rows have a suggestion for a field. */
  suggestions: z.partialRecord(PreviewField, z.int()),
  /** Clients who get an email if the import sends. */
  recipients: z.int(),
  /** The recipients' letters, the most frequent first. */
  letters: z.array(z.object({ template_id: z.string(), name: z.string(), recipients: z.int() })),
  /** The round that the emails belong to; without an id, a new one that they start. */
  round: z.object({ id: z.nullable(z.int()), name: z.string() }),
  /** When a file with the same content was imported last. */
  importedBefore: z.nullable(
    z.object({ importId: z.uuid(), at: timestamp, admin_email: z.string() }),
  ),
  /** The first 50 rows, or those that a change affected. */
  rows: z.array(PreviewRow),
})
export type Preview = z.infer<typeof Preview>

const previewParams = z.object({ previewId: z.uuid() })
const onePreview = { params: previewParams, reply: Preview }

/** Multipart: `file`. 400: not a readable sheet; 413: too large; 503: too many files wait. */
export const createPreview = endpoint('POST /api/admin/imports/preview', {
  upload: 'multipart',
  reply: Preview,
})

export const getPreview = endpoint('GET /api/admin/imports/preview/:previewId', onePreview)

/** A change has exactly one of these. */
const PreviewChange = z.object({
  sheet: z.optional(z.string()),
  headerRow: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  column: z.optional(
    z.object({ index: z.int().check(z.nonnegative()), field: z.nullable(ColumnField) }),
  ),
  incomplete: z.optional(z.boolean()),
  includeHidden: z.optional(z.boolean()),
  encoding: z.optional(z.enum(ENCODING_NAMES)),
  /** `cells` replace those of the file. `choice` null makes the row undecided again. */
  row: z.optional(
    z.object({
      row: z.int(),
      /** The sheet that showed the row. 409 if another one is chosen by now. */
      sheet: z.optional(z.string()),
      cells: z.optional(TypedCells),
      choice: z.optional(z.nullable(RowChoice)),
    }),
  ),
  undecided: z.optional(z.enum(['same', 'another', 'skip'])),
  /** Accepts all suggestions for a field. */
  accept: z.optional(PreviewField),
})
export type PreviewChange = z.infer<typeof PreviewChange>
export type RowChange = NonNullable<PreviewChange['row']>

const isOne = (change: PreviewChange) => Object.keys(change).length === 1

/** 409 `preview_changed`: the preview is being imported, was changed at the same time, or shows another sheet. */
export const changePreview = endpoint('PUT /api/admin/imports/preview/:previewId', {
  ...onePreview,
  body: PreviewChange.check(z.refine(isOne, { error: 'Change one thing at a time' })),
})

export const PreviewTab = z.enum([
  'all',
  ...PreviewKind.options,
  'incomplete',
  'replaced',
  'suggested',
])
export type PreviewTab = z.infer<typeof PreviewTab>

export const listPreviewRows = endpoint('GET /api/admin/imports/preview/:previewId/rows', {
  params: previewParams,
  query: z.object({ ...pageQuery, kind: z._default(PreviewTab, 'all') }),
  reply: z.object({ rows: z.array(PreviewRow), total: z.int() }),
})

/** A CSV file of all rejected rows, with the file's own columns and the reason. */
export const downloadRejected = endpoint('GET /api/admin/imports/preview/:previewId/rejected', {
  params: previewParams,
})
