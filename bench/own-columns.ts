import { sql } from 'kysely'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import { importQuietly } from './import.ts'
import { newFolder, openBareDatabase, openProduct, type Product } from './product.ts'
import { type Figure, medians, milliseconds, seconds, time } from './report.ts'

const CLIENTS = 100_000
const RUNS = 30
const COLUMNS = ['Attorney', 'Office', 'Opened', 'Matter', 'Remarks']
const MOST = 20
/** With five columns more, they still fit into the largest file. */
const ROWS = 60_000

/** The firm's own columns: each figure is a ratio to the same work without them, in the same run. */
export async function benchOwnColumns(): Promise<Figure[]> {
  return [...(await benchImports()), ...(await benchLists())]
}

async function benchImports(): Promise<Figure[]> {
  const [headers, ...lines] = (await largestSheet().file.text()).trimEnd().split('\n')
  const rows = ROWS
  const file = sheetOf(headers!, lines.slice(0, rows))
  const withOwn = withColumns(headers!, lines.slice(0, rows))
  const plain = await openProduct()
  const yardstick = await time(() => importQuietly(plain, file, rows))
  await plain.close()
  const product = await openProduct()
  for (const name of COLUMNS) await addColumn(product, { name, kind: kindOf(name) })
  const ours = await time(() => importQuietly(product, withOwn, rows))
  await product.close()
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

async function benchLists(): Promise<Figure[]> {
  const [filtered, sorted] = await readLists(0, ['state=MA', 'sort=last_name'])
  const five = await readLists(5, ['own=1:Office%201'])
  const twenty = await readLists(MOST, ['own=1:Office%201', 'sort=own.2'])
  return [
    figure('list with five own columns and a filter on one', five[0]!, filtered!),
    figure('list with twenty own columns and a filter on one', twenty[0]!, filtered!),
    figure('list with twenty own columns, sorted by one', twenty[1]!, sorted!),
  ]
}

const figure = (what: string, ours: number, yardstick: number): Figure => ({
  what: `${what}, at 100,000`,
  ours: milliseconds(ours),
  yardstick: `${milliseconds(yardstick)} by a field, without them`,
  ratio: ours / yardstick,
  promise: 'at most 1.5',
})

/** The median time of each query, for clients with a value in every one of `count` columns. */
async function readLists(count: number, queries: string[]): Promise<number[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, CLIENTS, (n) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, column) => [
        column + 1,
        column === 0 ? `Office ${n % 5}` : `Value ${(n * 7919) % 100_003}`,
      ]),
    ),
  )
  await sql`analyze clients`.execute(bare.bulkDb)
  await bare.close()
  const product = await openProduct({ DATA_DIR: folder })
  for (let n = 1; n <= count; n++)
    await addColumn(product, { name: `Column ${n}`, kind: n === 1 ? 'choice' : 'text' })
  const works = queries.map(
    (query) => async () => (await product.get(`/api/admin/users?${query}`)).json(),
  )
  const times = await medians(RUNS, ...works)
  await product.close()
  return times
}
