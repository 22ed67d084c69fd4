import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'

interface Waiter {
  begin: () => void
  onPlace?: (place: number) => void
}

interface Waiting {
  signal?: AbortSignal
  onPlace?: (place: number) => void
}

export class Slots {
  #free: number
  readonly #line = new Set<Waiter>()

  constructor(count: number) {
    this.#free = count
  }

  get waiting(): number {
    return this.#line.size
  }

  /** Returns the function that releases the slot, once. Throws the signal's reason. */
  async acquire({ signal, onPlace }: Waiting = {}): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(signal, onPlace)
    let held = true
    return () => {
      if (held) this.#passOn()
      held = false
    }
  }

  async #turn(signal: Waiting['signal'], onPlace: Waiting['onPlace']): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const waiter = { begin: turn.resolve, onPlace }
    const leave = () => {
      turn.reject(signal?.reason)
      if (this.#line.delete(waiter)) this.#reportPlaces()
    }
    this.#line.add(waiter)
    onPlace?.(this.#line.size)
    signal?.addEventListener('abort', leave)
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  #passOn(): void {
    const [next] = this.#line
    if (!next) {
      this.#free++
      return
    }
    this.#line.delete(next)
    next.begin()
    this.#reportPlaces()
  }

  #reportPlaces(): void {
    let place = 0
    for (const { onPlace } of this.#line) onPlace?.(++place)
  }
}

/** A reader who takes no byte for so long loses the connection. */
const STALLED_MS = 30_000

/** Holds a slot until the body was sent or the caller left. */
export async function holdSlot(slots: Slots, { raw }: FastifyReply): Promise<void> {
  const over = new AbortController()
  finished(raw, () => over.abort())
  // finished() reports an earlier end only later.
  if (raw.destroyed) over.abort()
  const release = await slots.acquire(over).catch(leave)
  over.signal.addEventListener('abort', release)
  if (over.signal.aborted) {
    release()
    leave()
  }
  raw.setTimeout(STALLED_MS, () => raw.destroy())
}

function leave(): never {
  throw new Refusal(499, 'The caller has gone.')
}
