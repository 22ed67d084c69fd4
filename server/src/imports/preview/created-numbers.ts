import { likeness } from '../mistaken-number.ts'
import { RowsByNumber } from '../rows-by-number.ts'

/** New client numbers of a file by likeness, of which most equal their likeness. */
export class CreatedNumbers {
  readonly #equal = new RowsByNumber()
  readonly #others = new Map<string, string>()

  get(like: string): string | undefined {
    return this.#others.get(like) ?? (this.#equal.get(like) ? like : undefined)
  }

  add(number: string): void {
    const like = likeness(number)
    if (like === number) this.#equal.set(like, { row: 1, mark: 0 })
    else this.#others.set(like, number)
  }
}
