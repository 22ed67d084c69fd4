import { hash } from 'node:crypto'

const START = 1024

/** `mark`: equal for rows with equal cells. */
export interface Taken {
  row: number
  mark: number
}

/** At most 64 bytes a number: a Map of a million texts would make V8's heap three times as large. */
export class RowsByNumber {
  #keys = new BigUint64Array(START)
  /** 0: free. */
  #rows = new Uint32Array(START)
  #marks = new Uint32Array(START)
  #count = 0
  /** A number is looked up, then set: it is hashed once. */
  #last = { number: '', key: keyOf('') }

  get(number: string): Taken | undefined {
    if (this.#count === 0) return undefined
    const place = this.#placeOf(this.#keyOf(number))
    const row = this.#rows[place]!
    return row === 0 ? undefined : { row, mark: this.#marks[place]! }
  }

  set(number: string, taken: Taken): void {
    if (this.#count * 2 >= this.#rows.length) this.#grow()
    this.#put(this.#keyOf(number), taken)
  }

  #keyOf(number: string): bigint {
    if (number !== this.#last.number) this.#last = { number, key: keyOf(number) }
    return this.#last.key
  }

  #put(key: bigint, { row, mark }: Taken): void {
    const place = this.#placeOf(key)
    if (this.#rows[place] === 0) this.#count++
    this.#keys[place] = key
    this.#rows[place] = row
    this.#marks[place] = mark
  }

  #placeOf(key: bigint): number {
    const last = this.#rows.length - 1
    let place = Number(BigInt.asUintN(32, key)) & last
    while (this.#rows[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [keys, rows, marks] = [this.#keys, this.#rows, this.#marks]
    this.#keys = new BigUint64Array(2 * rows.length)
    this.#rows = new Uint32Array(2 * rows.length)
    this.#marks = new Uint32Array(2 * rows.length)
    this.#count = 0
    rows.forEach((row, place) => {
      if (row !== 0) this.#put(keys[place]!, { row, mark: marks[place]! })
    })
  }
}

/** 64 bits: two of a million numbers are equal once in 30 million files. */
const keyOf = (number: string): bigint => hash('sha256', number, 'buffer').readBigUInt64LE()
