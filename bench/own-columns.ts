import { sql } from 'kysely'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import { importQuietly } from './import.ts'
import { newFolder, openBareDatabase, openProduct, type Product } from './product.ts'
import { type Figure, medians, milliseconds, seconds, time } from './report.ts'

const CLIENTS = 100_000
const RUNS = 30
const ROUNDS = 3
const COLUMNS = ['Attorney', 'Office', 'Opened', 'Matter', 'Remarks']
const MOST = 20
/** With five more columns, these rows still fit into the largest file. */
const ROWS = 40_000

/** Measures the firm's own columns. Each figure is a ratio to the same work without them, in the same run. */
export async function benchOwnColumns(): Promise<Figure[]> {
  return [...(await benchImports()), ...(await benchLists())]
}

async function benchImports(): Promise<Figure[]> {
  const [headers, ...lines] = (await largestSheet().file.text()).trimEnd().split('\n')
  const rows = ROWS
  const file = sheetOf(headers!, lines.slice(0, rows))
  const withOwn = withColumns(headers!, lines.slice(0, rows))
  const works = [[], COLUMNS].map((columns) => async () => {
    const product = await openProduct()
    for (const name of columns) await addColumn(product, { name, kind: kindOf(name) })
    const sheet = columns.length > 0 ? withOwn : file
    const taken = await time(() => importQuietly(product, sheet, rows))
    await product.close()
    return taken
  })
  const times: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, work] of works.entries()) times[n]!.push(await work())
  // The best of each, as a busy machine can only slow them down.
  const [yardstick, ours] = times.map((each) => Math.min(...each)) as [number, number]
  return [
    {
      what: `import of ${rows.toLocaleString('en-US')} rows with five own columns`,
      ours: seconds(ours),
      yardstick: `${seconds(yardstick)} without them`,
      ratio: ours / yardstick,
      promise: 'at most 1.2',
    },
  ]
}

const kindOf = (name: string) =>
  name === 'Opened' ? 'date' : name === 'Office' || name === 'Attorney' ? 'choice' : 'text'

const addColumn = (product: Product, column: object) =>
  product.call('POST', '/api/admin/columns', column, product.headers)

const sheetOf = (headers: string, lines: string[]) =>
  new File([[headers, ...lines].join('\n')], 'clients.csv')

function withColumns(headers: string, lines: string[]): File {
  const filled = lines.map((line, n) =>
    [line, `Attorney ${n % 12}`, `Office ${n % 5}`, '2026-01-05', `Estate ${n}`, 'none yet'].join(),
  )
  return sheetOf(`${headers},${COLUMNS.join()}`, filled)
}

/** Measures lists in turns with a product without own columns, as the machine may be busy. */
async function benchLists(): Promise<Figure[]> {
  const plain = await productWith(0)
  const figures: Figure[] = []
  for (const [count, words, most] of [
    [5, 'five', 1.5],
    [MOST, 'twenty', 2.5],
  ] as const) {
    const product = await productWith(count)
    const inTurns = (query: string, yardstick: string) =>
      medians(RUNS, reading(product, query), reading(plain, yardstick))
    const [ours, theirs] = await inTurns('own=1:Office%201', 'state=MA')
    figures.push(figure(`list with ${words} own columns and a filter on one`, ours, theirs, most))
    const [sorted, byName] = await inTurns('sort=own.2', 'sort=last_name')
    figures.push(
      figure(`list with ${words} own columns, sorted by one`, sorted, byName, most + 0.5),
    )
    await product.close()
  }
  await plain.close()
  return figures
}

const reading = (product: Product, query: string) => async () =>
  (await product.get(`/api/admin/users?${query}`)).json()

const figure = (what: string, ours: number, yardstick: number, most: number): Figure => ({
  what: `${what}, at 100,000`,
  ours: milliseconds(ours),
  yardstick: `${milliseconds(yardstick)} by a field, without them`,
  ratio: ours / yardstick,
  promise: `at most ${most}`,
})

/** 100,000 clients with a value in each of `count` columns. */
async function productWith(count: number): Promise<Product> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, CLIENTS, (n) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, column) => [
        column + 1,
        column === 0 ? `Office ${n % 4}` : `Value ${(n * 7919) % 100_003}`,
      ]),
    ),
  )
  await sql`vacuum analyze clients`.execute(bare.bulkDb)
  await bare.close()
  const product = await openProduct({ DATA_DIR: folder })
  for (let n = 1; n <= count; n++)
    await addColumn(product, { name: `Column ${n}`, kind: n === 1 ? 'choice' : 'text' })
  return product
}
