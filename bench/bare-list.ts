import Fastify from 'fastify'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/db/open.ts'

/** The yardstick of the list: its queries behind a bare route. Prints its address. */
const COLUMNS = sql.raw(
  'id, client_number, first_name, last_name, email, phone_number, alt_number, address, city, state, zip_code, group_template, status, has_changes, last_updated, created_at',
)
const { db } = await openDatabase({ dataDir: process.argv[2]! }).opened
const app = Fastify()
app.get('/', async ({ query }) => {
  const { status, search } = query as { status?: string; search?: string }
  const where = search
    ? sql`where search_text like '%' || search_fold(${search}) || '%'`
    : status
      ? sql`where status = ${status}`
      : sql``
  const page = sql`select ${COLUMNS} from clients ${where} order by last_updated desc, id desc limit 25`
  const total = search
    ? sql`select count(*) as total from clients ${where}`
    : sql`select ${sql.ref(status ?? 'pending')} as total from client_counts`
  const [users, counted] = [await page.execute(db), await total.execute(db)]
  return { users: users.rows, total: counted.rows[0] }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
