import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'

export class Slots {
  #free: number
  /** Each function lets one waiting caller begin. The first has waited longest. */
  readonly #line = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  get waiting(): number {
    return this.#line.size
  }

  /** Returns the function that releases the slot, once. Throws the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    let held = true
    return () => {
      if (held) this.#passOn()
      held = false
    }
  }

  async #turn(signal?: AbortSignal): Promise<void> {
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#line.delete(begin)
      reject(signal?.reason)
    }
    this.#line.add(begin)
    signal?.addEventListener('abort', leave)
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  #passOn(): void {
    const [next] = this.#line
    if (!next) {
      this.#free++
      return
    }
    this.#line.delete(next)
    next()
  }
}

/** Ends the connection of a reader who takes no byte for this long. Node may wait twice, after a partial write. */
const READER_TIMEOUT_MS = 15_000

/** Time for the work before the first byte: it waits for other sheets, then reads one. */
const WORK_TIMEOUT_MS = 180_000

/** Holds a slot until the body was sent or the caller left. */
export async function holdSlot(slots: Slots, { raw }: FastifyReply): Promise<void> {
  const over = new AbortController()
  finished(raw, () => over.abort())
  // finished() reports an end in the past only later.
  if (raw.destroyed) over.abort()
  const release = await slots.acquire(over.signal).catch(leave)
  over.signal.addEventListener('abort', release)
  if (over.signal.aborted) {
    release()
    leave()
  }
  raw.setTimeout(READER_TIMEOUT_MS, () => raw.destroy())
}

/** Suspends the reader's timeout for work before the first byte. Runs only after `holdSlot`. */
export async function beforeFirstByte<T>({ raw }: FastifyReply, work: Promise<T>): Promise<T> {
  raw.setTimeout(WORK_TIMEOUT_MS, () => raw.destroy())
  try {
    return await work
  } finally {
    raw.setTimeout(READER_TIMEOUT_MS, () => raw.destroy())
  }
}

function leave(): never {
  throw new Refusal(499, 'The caller has gone.')
}
