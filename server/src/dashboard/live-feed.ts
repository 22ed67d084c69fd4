import { HEARTBEAT_MS, type LiveEvent } from '@attest/contract/dashboard'
import type { Deps } from '../deps.ts'
import { changesCursor } from '../history/queries.ts'
import type { EventStream } from '../http/event-stream.ts'
import { listStillAdmitted } from '../identity/guard.ts'
import { localDay } from '../local-time.ts'
import { lastMailingAt } from '../mailings/last-mailing.ts'
import { repeat } from '../repeat.ts'
import { roundsCursor } from '../rounds/queries.ts'

const POLL_EVERY_MS = 1_000

type Watched = Pick<Deps, 'db' | 'log' | 'sender' | 'config' | 'now'>

/** One poll a second serves all open dashboards, rounds and call screens. It sees what other processes wrote. */
export class LiveFeed {
  readonly #deps: Watched
  /** With the session each was opened in. */
  readonly #streams = new Map<EventStream, string>()
  #newest: string | undefined
  #endPolling: (() => Promise<void>) | undefined
  #ended: Promise<void> | undefined
  #sentAt = 0

  constructor(deps: Watched) {
    this.#deps = deps
  }

  /** Await it before a stream opens: later changes are then sent, earlier ones read. */
  async begin(): Promise<void> {
    if (this.#newest === undefined) await this.#poll()
  }

  join(stream: EventStream, sessionId: string): void {
    if (stream.gone.aborted) return
    this.#streams.set(stream, sessionId)
    this.#endPolling ??= repeat({
      everyMs: POLL_EVERY_MS,
      work: () => this.#poll(),
      failure: 'changes cannot be polled',
      log: this.#deps.log,
    })
    stream.gone.addEventListener('abort', () => this.#leave(stream))
    // Shows the reader that the stream is open.
    stream.send({ type: 'heartbeat' } satisfies LiveEvent)
  }

  async close(): Promise<void> {
    await (this.#endPolling?.() ?? this.#ended)
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#ended = this.#endPolling?.()
    this.#endPolling = undefined
    this.#newest = undefined
  }

  async #poll(): Promise<void> {
    const { db, sender, config, now } = this.#deps
    const today = localDay(now(), config.TIME_ZONE)
    const mailed = await lastMailingAt(db)
    const cursors = `${await changesCursor(db)} ${await roundsCursor(db)}`
    const newest = `${cursors} ${mailed} ${today} ${sender.problem ?? ''}`
    if (this.#newest !== undefined && newest !== this.#newest) await this.#send('changed')
    else if (performance.now() - this.#sentAt > HEARTBEAT_MS) await this.#send('heartbeat')
    this.#newest = newest
  }

  /** Streams of ended sessions are closed. */
  async #send(type: LiveEvent['type']): Promise<void> {
    this.#sentAt = performance.now()
    const open = [...this.#streams]
    const admitted = await listStillAdmitted(
      this.#deps,
      open.map(([, sessionId]) => sessionId),
    )
    for (const [stream, sessionId] of open) {
      if (stream.gone.aborted) continue
      if (admitted.has(sessionId)) stream.send({ type })
      else stream.end()
    }
  }
}
