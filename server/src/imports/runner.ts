import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  isConnectionLost,
  isDiskFull,
  lockBulkWriters,
  transact,
  transactUncrossed,
} from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { uploadsIn } from '../http/files.ts'
import { stopMailing } from '../mailings/cancel-mailing.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import { countRecipients } from '../mailings/recipients.ts'
import { repeat } from '../repeat.ts'
import { type BatchContext, ImportTaken, importBatch } from './import-batch.ts'
import { markOf, type RowsByNumber } from './plan-row.ts'
import type { ImportRecord } from './queries.ts'
import * as queries from './queries.ts'
import { readBatches } from './sheet/rows-file.ts'
import type { SheetRow } from './sheet/table.ts'
import { withPresentNumbers } from './stored.ts'
import { undoBatch } from './undo/undo.ts'

const LEASE_MS = 30_000
const POLL_EVERY_MS = 10_000
/** Rows that crash the process must not keep the server from starting. */
const MAX_RESUMED = 2

class ImportGivenUp extends Error {}

type Parts = Pick<Deps, 'db' | 'bulkDb' | 'config' | 'sender' | 'now' | 'log'>

/** Each batch is one transaction. If the process dies, another one continues after the last committed row. */
export class ImportRunner {
  readonly #parts: Parts
  readonly #running = new Map<string, Promise<void>>()
  #stopping = false
  #endPolling: (() => Promise<void>) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  rowsFileOf(id: string): string {
    return path.join(uploadsIn(this.#parts.config), `${id}.rows`)
  }

  async start(): Promise<void> {
    await this.#resumeDead()
    this.#endPolling = repeat({
      everyMs: POLL_EVERY_MS,
      work: () => this.#resumeDead(),
      failure: 'interrupted imports cannot be claimed',
      log: this.#parts.log,
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#endPolling?.()
    await Promise.all(this.#running.values())
  }

  get leaseUntil(): string {
    return new Date(this.#parts.now().getTime() + LEASE_MS).toISOString()
  }

  begin(record: ImportRecord): void {
    const run = this.#run(record)
      .catch((error) => this.#fail(record, error))
      .finally(() => this.#running.delete(record.id))
    this.#running.set(record.id, run)
  }

  /** Resolves when this process has written the last row. */
  ended(id: string): Promise<void> | undefined {
    return this.#running.get(id)
  }

  async #resumeDead(): Promise<void> {
    const { db, now, log } = this.#parts
    const dead = await queries.claimDeadImports(db, now().toISOString(), this.leaseUntil)
    for (const record of dead) {
      if (this.#running.has(record.id)) continue
      log.warn({ importId: record.id, done: record.done_rows }, 'an import is resumed')
      if (record.resumed > MAX_RESUMED) await this.#fail(record, new ImportGivenUp())
      else this.begin(record)
    }
  }

  #run(record: ImportRecord): Promise<void> {
    return record.state === 'undoing' ? this.#undo(record) : this.#import(record)
  }

  async #import(record: ImportRecord): Promise<void> {
    const seen: RowsByNumber = new Map()
    const rejected = new Set(await queries.rejectedRows(this.#parts.db, record.id))
    let passed = 0
    for await (const batch of readBatches(this.rowsFileOf(record.id))) {
      const fresh = batch.slice(Math.max(0, record.done_rows - passed))
      const done = batch.slice(0, batch.length - fresh.length)
      for (const { row, cells } of await withPresentNumbers(this.#parts.db, done)) {
        if (!rejected.has(row)) seen.set(cells.client_number ?? '', { row, mark: markOf(cells) })
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
    { id, incomplete, send, admin_email }: ImportRecord,
    rows: SheetRow[],
    known: Pick<BatchContext, 'from' | 'seen'>,
  ) {
    const author = { adminEmail: admin_email, at: this.#parts.now().toISOString(), importId: id }
    const context = {
      importId: id,
      author,
      incomplete,
      send,
      leaseUntil: this.leaseUntil,
      ...known,
    }
    // A client was created, or a template deleted, between reading and writing a batch.
    return transactUncrossed(this.#parts.bulkDb, (tx) => importBatch(tx, rows, context))
  }

  /** One mailing for the file's clients, in the transaction that ends the import. */
  async #finish(record: ImportRecord, rows: number): Promise<void> {
    const { bulkDb, config, now, sender } = this.#parts
    const at = now().toISOString()
    await transact(bulkDb, async (tx) => {
      await lockBulkWriters(tx)
      const end = { state: 'finished', finished_at: at } as const
      if (!(await queries.endImport(tx, record.id, end, { rows }))) throw new ImportTaken()
      const selection = { importId: record.id }
      const author = { adminEmail: record.admin_email, at }
      if (record.send && (await countRecipients(tx, selection)) > 0) {
        const mailing = await makeMailing(tx, config, { kind: 'import', selection, author })
        await queries.updateImport(tx, record.id, { mailing_id: mailing.id })
      }
    })
    sender.sendNow()
    await rm(this.rowsFileOf(record.id), { force: true })
  }

  /** Cancels unsent emails, then undoes the import client by client, in batches. */
  async #undo({ id, mailing_id, undone_by, admin_email }: ImportRecord): Promise<void> {
    const adminEmail = undone_by ?? admin_email
    if (mailing_id !== null) await stopMailing(this.#parts, mailing_id, adminEmail)
    for (let after = 0; ; ) {
      const author = { adminEmail, at: this.#parts.now().toISOString(), importId: id }
      const context = { importId: id, after, author, leaseUntil: this.leaseUntil }
      const last = await transactUncrossed(this.#parts.bulkDb, (tx) => undoBatch(tx, context))
      if (last === undefined) return
      if (this.#stopping) return void (await this.#letGo({ id }))
      after = last
    }
  }

  #letGo({ id }: Pick<ImportRecord, 'id'>) {
    return queries.updateImport(this.#parts.db, id, { lease_until: null })
  }

  async #fail(record: ImportRecord, error: unknown): Promise<void> {
    const { bulkDb, log, now } = this.#parts
    if (error instanceof ImportTaken)
      return log.warn('an import was canceled or continues in another process')
    if (isConnectionLost(error)) {
      log.warn(error, 'an import lost its database connection and will be resumed')
      // Without a connection, the lease's end does this.
      return void (await this.#letGo(record).catch(() => {}))
    }
    log.error(error, 'an import failed')
    const { state } = record
    const finished_at = record.finished_at ?? now().toISOString()
    const end = { state: 'failed', error: whyFailed(error, state), finished_at } as const
    try {
      const ended = await queries.endImport(bulkDb, record.id, end, { state })
      if (ended) await rm(this.rowsFileOf(record.id), { force: true })
    } catch (worse) {
      log.error(worse, 'a failed import cannot be marked as failed; it will be resumed')
    }
  }
}

function whyFailed(error: unknown, state: ImportRecord['state']): string {
  if (state === 'undoing')
    return 'Something went wrong while this import was undone. Undo it again for the rest.'
  const again = 'Rows counted as done are saved; importing the file again creates no duplicates.'
  if (error instanceof ImportGivenUp) {
    return `The server stopped ${MAX_RESUMED} times at the same rows of this import. ${again}`
  }
  if (isDiskFull(error)) return `The server’s disk is full. ${again}`
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return `The server stopped during this import and its rows are gone. ${again}`
  return `Something went wrong during this import. ${again}`
}
