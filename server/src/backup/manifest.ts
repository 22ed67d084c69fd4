import * as z from 'zod/mini'

/** Names in the archive. The manifest is last but one, the sums are last. */
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
export const SECRET_KEY = 'secret-key'

export const LAYOUT = 1

export const Manifest = z.object({
  product: z.literal('attest'),
  layout: z.literal(LAYOUT),
  madeAt: z.iso.datetime(),
  /** Applied migrations in order: the version of the schema. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.int(),
  lostFiles: z.array(z.string()),
  hasSecretKey: z.boolean(),
})
export type Manifest = z.infer<typeof Manifest>
export type TableInfo = Manifest['tables'][number]
