import { HEARTBEAT_MS, type LiveEvent } from '@attest/contract/dashboard'
import type { Deps } from '../deps.ts'
import { markOfChanges } from '../history/queries.ts'
import type { EventStream } from '../http/event-stream.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { localDay } from '../local-time.ts'
import { lastMailingAt } from '../mailings/last-mailing.ts'

const LOOK_EVERY_MS = 1_000

type Watched = Pick<Deps, 'db' | 'log' | 'sender' | 'config' | 'now'>

/**
 * Tells every open dashboard that a client changed, that a mailing to many was made, that the sender stands still
 * or goes again, or that a new day has begun, of which nothing is counted yet. One look a second at the newest
 * changes and the last mailing serves them all, and sees what other processes wrote; nobody looks while nobody listens.
 */
export class LiveFeed {
  readonly #deps: Watched
  /** With the session that each was opened in. */
  readonly #streams = new Map<EventStream, string>()
  #timer: NodeJS.Timeout | undefined
  #seen: string | undefined
  #looking: Promise<void> | undefined
  #spokeAt = 0

  constructor(deps: Watched) {
    this.#deps = deps
  }

  /** To be waited for before a line stands: what comes afterwards is told, and the reader reads what came before. */
  async begin(): Promise<void> {
    if (this.#seen === undefined) await this.#look()
  }

  join(stream: EventStream, sessionId: string): void {
    if (stream.gone.aborted) return
    this.#streams.set(stream, sessionId)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS)
    stream.gone.addEventListener('abort', () => this.#leave(stream))
    // At once, so that the reader knows that the line stands.
    stream.send({ type: 'heartbeat' } satisfies LiveEvent)
  }

  /** Lets the look under way end, once the streams have. */
  async close(): Promise<void> {
    await this.#looking
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#seen = undefined
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    try {
      const { db, sender, config, now } = this.#deps
      const today = localDay(now(), config.TIME_ZONE)
      const mailed = await lastMailingAt(db)
      const newest = `${await markOfChanges(db)} ${mailed} ${today} ${sender.trouble ?? ''}`
      if (this.#seen !== undefined && newest !== this.#seen) await this.#tell('changed')
      else if (performance.now() - this.#spokeAt > HEARTBEAT_MS) await this.#tell('heartbeat')
      this.#seen = newest
    } catch (error) {
      this.#deps.log.error(error, 'changes cannot be looked for')
    }
  }

  /** To those who may still hear it; the others' streams end. */
  async #tell(type: LiveEvent['type']): Promise<void> {
    this.#spokeAt = performance.now()
    for (const [stream, sessionId] of this.#streams) {
      const admitted = await findStillAdmitted(this.#deps, sessionId)
      if (stream.gone.aborted) continue
      if (admitted) stream.send({ type })
      else stream.end()
    }
  }
}
