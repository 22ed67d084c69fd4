import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { type Outcome, settleMessages } from './ledger.ts'

/**
 * Outcomes that come in so soon after the first are written with it: a statement costs nearly the same for
 * five as for one, and is what limits sending.
 */
const GATHER_MS = 10
const AGAIN_AFTER_MS = 1_000

interface Parts {
  db: Db
  /** Where it is sent to. */
  provider: string
  now: () => Date
  log: FastifyBaseLogger
  /** How many outcomes there can be at once; none is waited for beyond them. */
  most: () => number
  /** Told of the mailings of those that ended as canceled. */
  onCanceled: (mailingIds: number[]) => void
}

/** Writes outcomes into the ledger, several at a time. */
export class OutcomeLog {
  readonly #parts: Parts
  #ended: { outcome: Outcome; written: () => void }[] = []
  #writing = false
  #gathered: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Resolves once the outcome is durable. What was sent must be written, so it is tried until then. */
  write(outcome: Outcome): Promise<void> {
    return new Promise((written) => {
      this.#ended.push({ outcome, written })
      if (this.#ended.length >= this.#parts.most()) this.#gathered?.()
      if (!this.#writing) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#writing = true
    while (this.#ended.length > 0) {
      await this.#gather()
      const ended = this.#ended.splice(0)
      try {
        const { db, provider, now, onCanceled } = this.#parts
        const outcomes = ended.map(({ outcome }) => outcome)
        onCanceled(await settleMessages(db, outcomes, { provider, at: now().toISOString() }))
        for (const { written } of ended) written()
      } catch (error) {
        this.#ended.unshift(...ended)
        this.#parts.log.error(error, 'the mail ledger cannot be written')
        await sleep(AGAIN_AFTER_MS)
      }
    }
    this.#writing = false
  }

  async #gather(): Promise<void> {
    if (this.#ended.length >= this.#parts.most()) return
    await new Promise<void>((resolve) => {
      this.#gathered = resolve
      setTimeout(resolve, GATHER_MS)
    })
  }
}
