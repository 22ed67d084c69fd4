import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { countSelected } from '../clients/queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import {
  isConnectionLost,
  isForeignKeyViolation,
  isUniqueViolation,
  lockBulkWriters,
  transact,
} from '../db/transact.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import type { Sender } from '../mailings/sender.ts'
import { repeat } from '../repeat.ts'
import { type BatchContext, ImportTaken, importBatch } from './import-batch.ts'
import {
  claimDeadImports,
  clearRecipients,
  endImport,
  type ImportRecord,
  refusedRows,
  updateImport,
} from './queries.ts'
import { openSheet, type Sheet, SheetRefused, type SheetRow } from './read-sheet.ts'

const LEASE_MS = 30_000
const LOOK_EVERY_MS = 10_000
/** A client made by hand, or a template deleted, between reading and writing a batch; then it is read anew. */
const TRIES = 3

interface Parts {
  db: Db
  config: Config
  sender: Sender
  now: () => Date
  log: FastifyBaseLogger
}

/**
 * Carries imports out behind the requests that bring them, each batch of rows in a transaction of
 * its own. An import whose process dies is taken up again behind its last committed row.
 */
export class ImportRunner {
  readonly #parts: Parts
  readonly #running = new Map<string, Promise<void>>()
  #stopping = false
  #endLooking: (() => Promise<void>) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Where the uploaded file of an import lies until its last row is in. */
  fileOf({ id, file_name }: Pick<ImportRecord, 'id' | 'file_name'>): string {
    return path.join(this.#uploads, `${id}${path.extname(file_name).toLowerCase()}`)
  }

  get #uploads(): string {
    return path.join(this.#parts.config.DATA_DIR, 'uploads')
  }

  /** @param alone no other process imports into this database */
  async start({ alone }: { alone: boolean }): Promise<void> {
    await this.#takeUpDead(alone)
    this.#endLooking = repeat(LOOK_EVERY_MS, () =>
      this.#takeUpDead(false).catch((error) =>
        this.#parts.log.error(error, 'imports cannot be looked for'),
      ),
    )
  }

  /** Ends after the batch under way; the next start goes on. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#endLooking?.()
    await Promise.all(this.#running.values())
  }

  get leaseUntil(): string {
    return new Date(this.#parts.now().getTime() + LEASE_MS).toISOString()
  }

  /** Begins with an opened sheet; `ended` tells when its last row is in. */
  begin(record: ImportRecord, sheet: Sheet): void {
    const run = this.#run(record, sheet)
      .catch((error) => this.#fail(record, error))
      .finally(() => this.#running.delete(record.id))
      .then(() => sheet.close())
    this.#running.set(record.id, run)
  }

  /** When the rows of an import are in, if this process is at it. */
  ended(id: string): Promise<void> | undefined {
    return this.#running.get(id)
  }

  async #takeUpDead(all: boolean): Promise<void> {
    const { db, now, log } = this.#parts
    const dead = await claimDeadImports(db, now().toISOString(), this.leaseUntil, all)
    for (const record of dead) {
      if (this.#running.has(record.id)) continue
      log.warn(
        { importId: record.id, done: record.done_rows },
        'an import that was cut off goes on',
      )
      try {
        await stat(this.fileOf(record))
        this.begin(record, await openSheet(this.fileOf(record), record.file_name))
      } catch (error) {
        await this.#fail(record, error)
      }
    }
  }

  async #run(record: ImportRecord, sheet: Sheet): Promise<void> {
    const seen = new Map<string, number>()
    const refused = await refusedRows(this.#parts.db, record.id)
    let passed = 0
    for await (const batch of sheet.rows()) {
      const fresh = batch.slice(Math.max(0, record.done_rows - passed))
      for (const { row, cells } of batch.slice(0, batch.length - fresh.length)) {
        if (!refused.has(row)) seen.set(cells.client_number ?? '', row)
      }
      passed += batch.length
      if (fresh.length > 0) {
        const from = passed - fresh.length
        const taken = await this.#writeBatch(record, fresh, { from, seen })
        for (const [number, row] of taken) seen.set(number, row)
      }
      if (this.#stopping) return void (await this.#letGo(record))
    }
    await this.#finish(record, passed)
  }

  async #writeBatch(
    { id, send, admin_email }: ImportRecord,
    rows: SheetRow[],
    known: Pick<BatchContext, 'from' | 'seen'>,
  ) {
    const author = { adminEmail: admin_email, at: this.#parts.now().toISOString() }
    const context = { importId: id, author, send, leaseUntil: this.leaseUntil, ...known }
    for (let tried = 1; ; tried++) {
      try {
        return await transact(this.#parts.db, (tx) => importBatch(tx, rows, context))
      } catch (error) {
        const crossed = isUniqueViolation(error) || isForeignKeyViolation(error)
        if (!crossed || tried === TRIES) throw error
      }
    }
  }

  /** The last row is in: one mailing for the file's clients, if any, in the transaction that ends the import. */
  async #finish(record: ImportRecord, rows: number): Promise<void> {
    const { db, config, now, sender } = this.#parts
    const at = now().toISOString()
    await transact(db, async (tx) => {
      await lockBulkWriters(tx)
      const end = { state: 'finished', finished_at: at } as const
      if (!(await endImport(tx, record.id, end, rows))) throw new ImportTaken()
      const selection = { importId: record.id }
      const author = { adminEmail: record.admin_email, at }
      if (record.send && (await countSelected(tx, selection)) > 0) {
        const mailing = await makeMailing(tx, config, { kind: 'import', selection, author })
        await updateImport(tx, record.id, { mailing_id: mailing.id })
      }
      await clearRecipients(tx, record.id)
    })
    sender.sendNow()
    await rm(this.fileOf(record), { force: true })
  }

  #letGo({ id }: ImportRecord) {
    return updateImport(this.#parts.db, id, { lease_until: null })
  }

  async #fail(record: ImportRecord, error: unknown): Promise<void> {
    const { db, log, now } = this.#parts
    if (error instanceof ImportTaken) return log.warn('an import goes on in another process')
    if (isConnectionLost(error)) {
      log.warn(error, 'an import lost its connection to the database and will be taken up again')
      // Else, if there is none yet, once the lease has run out.
      return void (await this.#letGo(record).catch(() => {}))
    }
    log.error(error, 'an import failed')
    const end = { error: whyFailed(error), finished_at: now().toISOString() }
    try {
      const ended = await transact(db, async (tx) => {
        const isOurs = await endImport(tx, record.id, { state: 'failed', ...end })
        if (isOurs) await clearRecipients(tx, record.id)
        return isOurs
      })
      if (ended) await rm(this.fileOf(record), { force: true })
    } catch (worse) {
      log.error(worse, 'a failed import cannot be marked; it will be taken up again')
    }
  }
}

function whyFailed(error: unknown): string {
  const again = 'Rows counted as done are saved; importing the file again doubles nothing.'
  if (error instanceof SheetRefused) return error.message
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    return `The server stopped during this import and the uploaded file is gone. ${again}`
  }
  return `Something went wrong during this import. ${again}`
}
