import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost, isDeadlock, isDiskFull, isTimeout } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { type Outcome, type Settled, settleMessages } from './ledger.ts'

const RETRY_AFTER_MS = 1_000

type Parts = Pick<Deps, 'db' | 'now' | 'log'>

interface Entry {
  outcome: Settled
  written: () => void
}

export class OutcomeLog {
  readonly #parts: Parts
  #waiting: Entry[] = []
  #writing = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Resolves once the outcome is durable; retries until it is. */
  write(outcome: Outcome, provider: string): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ outcome: { ...outcome, provider }, written })
      if (!this.#writing) void this.#writeAll()
    })
  }

  /** Outcomes that come while a statement runs share the next one. */
  async #writeAll(): Promise<void> {
    this.#writing = true
    while (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0))
    this.#writing = false
  }

  async #writeBatch(batch: Entry[]): Promise<void> {
    const { db, now, log } = this.#parts
    let outcomes = batch.map(({ outcome }) => outcome)
    for (;;) {
      try {
        await settleMessages(db, outcomes, now().toISOString())
        for (const { written } of batch) written()
        return
      } catch (error) {
        log.error({ err: error, messageIds: outcomes.flatMap(({ ids }) => ids) }, CANNOT_WRITE)
        if (isTemporary(error)) await sleep(RETRY_AFTER_MS)
        else if (batch.length === 1) {
          outcomes = outcomes.map(withoutTexts)
          await sleep(RETRY_AFTER_MS)
        } else {
          // An outcome that cannot be written must not hold up the others.
          for (const entry of batch) await this.#writeBatch([entry])
          return
        }
      }
    }
  }
}

const CANNOT_WRITE = 'outcomes cannot be written to the mail ledger'

const isTemporary = (error: unknown) =>
  [isConnectionLost, isTimeout, isDeadlock, isDiskFull].some((is) => is(error))

/** Only the mail server's words come from outside, so only they can be invalid. */
const withoutTexts = (outcome: Settled): Settled => ({
  ...outcome,
  error: outcome.error && 'The reason could not be recorded. The log has the details.',
  smtp_response: null,
})
