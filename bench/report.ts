export interface Figure {
  what: string
  ours: string
  yardstick: string
  /** Our figure divided by the yardstick's of the same run. */
  ratio: number
  promise: string
}

export function printTable(figures: Figure[]): void {
  const rows = figures.map(({ what, ours, yardstick, ratio, promise }) => [
    what,
    ours,
    yardstick,
    ratio.toFixed(2),
    promise,
  ])
  const table = [['', 'Attest', 'yardstick', 'ratio', 'promised'], ...rows]
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)))
  for (const row of table) console.log(row.map((cell, i) => cell.padEnd(widths[i]!)).join('   '))
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`

/** Milliseconds that some work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** The median times of several works in turns, after one uncounted round. */
export async function medians<W extends (() => Promise<unknown>)[]>(runs: number, ...works: W) {
  for (const work of works) await work()
  const times = works.map((): number[] => [])
  for (let n = 0; n < runs; n++) {
    for (const [i, work] of works.entries()) times[i]!.push(await time(work))
  }
  return times.map(median) as { [i in keyof W]: number }
}
