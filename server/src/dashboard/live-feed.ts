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
 * Tells open dashboards that clients, the last mailing, the sender or the day changed. One poll a second serves them
 * all and sees what other processes wrote.
 */
export class LiveFeed {
  readonly #deps: Watched
  /** With the session each was opened in. */
  readonly #streams = new Map<EventStream, string>()
  #timer: NodeJS.Timeout | undefined
  #seen: string | undefined
  #looking: Promise<void> | undefined
  #spokeAt = 0

  constructor(deps: Watched) {
    this.#deps = deps
  }

  /** Await it before a stream opens: later changes are then sent, earlier ones read. */
  async begin(): Promise<void> {
    if (this.#seen === undefined) await this.#look()
  }

  join(stream: EventStream, sessionId: string): void {
    if (stream.gone.aborted) return
    this.#streams.set(stream, sessionId)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS)
    stream.gone.addEventListener('abort', () => this.#leave(stream))
    // Shows the reader that the stream is open.
    stream.send({ type: 'heartbeat' } satisfies LiveEvent)
  }

  /** Waits for the poll in progress. */
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

  /** Streams of ended sessions are closed. */
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
