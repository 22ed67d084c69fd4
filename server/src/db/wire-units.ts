/**
 * What one connection sends, cut where another connection may take its turn: a simple query, or
 * extended messages up to their Sync. Between Parse and Sync the one session behind all connections
 * holds this connection's unnamed statement, so nothing of another's may come between.
 */
export type Unit =
  | { kind: 'startup' | 'exchange'; bytes: Buffer }
  /** Ends in Flush: the answer is wanted now, Sync is still to come. */
  | { kind: 'half-exchange'; bytes: Buffer }
  | { kind: 'encryption-request' | 'cancel' | 'terminate'; bytes: Buffer }

const CANCEL = 80877102
const SSL = 80877103
const GSS_ENCRYPTION = 80877104
const STARTUP_HEADER = 8
const HEADER = 5

/** Reads PostgreSQL's wire protocol (version 3) as far as finding where units end. */
export class UnitReader {
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes to have before looking again: a message of 50 MB is put together once, not per chunk. */
  #wanted = STARTUP_HEADER
  #started = false
  /** Where in what has been gathered the next message begins. */
  #next = 0

  /** The units that are complete with this chunk, in order. */
  push(chunk: Buffer): Unit[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    const units: Unit[] = []
    while (this.#length >= this.#wanted) {
      const [only] = this.#chunks
      const bytes = only?.length === this.#length ? only : Buffer.concat(this.#chunks)
      const unit = this.#started ? this.#exchange(bytes) : this.#startup(bytes)
      if (unit) units.push(unit)
    }
    return units
  }

  #startup(bytes: Buffer): Unit | undefined {
    const length = bytes.readUInt32BE(0)
    if (bytes.length < length) return this.#keep(bytes, length)
    const code = bytes.readUInt32BE(4)
    if (code === CANCEL) return { kind: 'cancel', ...this.#cut(bytes, length) }
    if (code === SSL || code === GSS_ENCRYPTION) {
      const cut = this.#cut(bytes, length)
      this.#wanted = STARTUP_HEADER
      return { kind: 'encryption-request', ...cut }
    }
    this.#started = true
    return { kind: 'startup', ...this.#cut(bytes, length) }
  }

  #exchange(bytes: Buffer): Unit | undefined {
    while (bytes.length >= this.#next + HEADER) {
      const end = this.#next + 1 + bytes.readUInt32BE(this.#next + 1)
      if (bytes.length < end) return this.#keep(bytes, end)
      const type = bytes.toString('latin1', this.#next, this.#next + 1)
      this.#next = end
      if (type === 'X') return { kind: 'terminate', ...this.#cut(bytes, end) }
      if (type === 'H') return { kind: 'half-exchange', ...this.#cut(bytes, end) }
      if (type === 'S' || type === 'Q' || type === 'F') {
        return { kind: 'exchange', ...this.#cut(bytes, end) }
      }
    }
    return this.#keep(bytes, this.#next + HEADER)
  }

  #keep(bytes: Buffer, wanted: number): undefined {
    this.#chunks = [bytes]
    this.#wanted = wanted
  }

  #cut(bytes: Buffer, end: number): { bytes: Buffer } {
    this.#chunks = [bytes.subarray(end)]
    this.#length = bytes.length - end
    this.#wanted = HEADER
    this.#next = 0
    return { bytes: bytes.subarray(0, end) }
  }
}
