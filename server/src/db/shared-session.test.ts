import { createServer } from 'node:net'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { SharedSession } from './shared-session.ts'

let engine: PGlite
beforeAll(async () => {
  engine = await PGlite.create()
  await engine.exec('create table notes (id int primary key, word text)')
})
afterAll(() => engine.close())
beforeEach(async () => void (await engine.exec('truncate notes')))

/** Serves the engine for this test; the answer connects one client. */
async function serve(idleLimit?: number): Promise<() => Promise<pg.Client>> {
  const host = temporaryFolder()
  const server = createServer()
  new SharedSession(engine, idleLimit).serve(server)
  await new Promise<void>((resolve) => server.listen(path.join(host, '.s.PGSQL.1'), resolve))
  onTestFinished(() => void server.close())
  return async () => {
    const client = new pg.Client({ host, port: 1, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(() => client.end().catch(() => {}))
    return client
  }
}

async function pair(idleLimit?: number): Promise<[pg.Client, pg.Client]> {
  const connect = await serve(idleLimit)
  return [await connect(), await connect()]
}

const drop = (client: pg.Client) => client.connection.stream.destroy()
const words = async (client: pg.Client) =>
  (await client.query('select word from notes order by id')).rows.map(({ word }) => word)

test('every client gets the answer to its own query, also when parameters come in many chunks', async () => {
  const connect = await serve()
  const clients = await Promise.all(Array.from({ length: 8 }, connect))
  const large = 'x'.repeat(400_000)

  await Promise.all(
    clients.map(async (client, i) => {
      for (let k = 0; k < 20; k++) {
        const given = [`${i}/${k}`, k % 3 ? 'short' : large]
        const { rows } = await client.query(
          i % 2
            ? 'select $1::text as mine, length($2) as length'
            : 'select length($2) as length, $1::text as mine',
          given,
        )
        expect(rows).toEqual([{ mine: given[0], length: given[1]?.length }])
      }
    }),
  )
})

test('nobody gets between the statements of a transaction', async () => {
  const [one, other] = await pair()
  await one.query('begin')
  await one.query("insert into notes values (1, 'half')")
  let seen: string[] | undefined
  const reading = words(other).then((found) => {
    seen = found
  })
  await one.query("update notes set word = 'whole'")
  expect(seen).toBeUndefined()
  await one.query('commit')
  await reading
  expect(seen).toEqual(['whole'])
})

test('a transaction whose client is lost is rolled back, and the others go on', async () => {
  const [lost, other] = await pair()
  await lost.query('begin')
  await lost.query("insert into notes values (1, 'lost')")

  drop(lost)

  expect(await words(other)).toEqual([])
})

test('so is one whose client is lost after an error', async () => {
  const [lost, other] = await pair()
  await lost.query('begin')
  await lost.query("insert into notes values (1, 'lost')")
  await expect(lost.query('select $1::int', ['no number'])).rejects.toThrow('invalid input')

  drop(lost)

  expect(await words(other)).toEqual([])
})

test('an exchange that is lost before its Sync leaves nothing behind', async () => {
  const [lost, other] = await pair()
  // With `rows`, pg sends Flush instead of Sync and asks for the rest later.
  const insert = "insert into notes select n, 'lost' from generate_series(1, 10) n returning id"
  const half = new pg.Query({ text: insert, values: [], rows: 1 } as pg.QueryConfig)
  const first = new Promise((resolve) => half.once('row', resolve))
  half.once('error', () => {})
  lost.query(half)
  await first

  drop(lost)

  expect(await words(other)).toEqual([])
})

test('a failed query of one client does not disturb another’s', async () => {
  const [one, other] = await pair()
  const failing = async () => {
    for (let i = 0; i < 20; i++) {
      await expect(one.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
    }
  }
  const working = async () => {
    for (let i = 0; i < 20; i++) {
      expect((await other.query('select $1::int as i', [i])).rows).toEqual([{ i }])
    }
  }
  await Promise.all([failing(), working()])
})

test('who connects while a transaction is open waits for its end', async () => {
  const connect = await serve()
  const one = await connect()
  await one.query('begin')
  const connecting = connect()
  await one.query("insert into notes values (1, 'first')")
  await one.query('commit')
  expect(await words(await connecting)).toEqual(['first'])
})

test('a transaction that idles while others wait is ended with a clear error', async () => {
  const [idle, other] = await pair(100)
  const told = new Promise<Error>((resolve) => idle.once('error', resolve))
  await idle.query('begin')
  await idle.query("insert into notes values (1, 'stuck')")

  expect(await words(other)).toEqual([])
  expect((await told).message).toBe(
    'The transaction was idle for too long while others waited for the database',
  )
})

test('a transaction may idle as long as nobody waits', async () => {
  const [one] = await pair(50)
  await one.query('begin')
  await new Promise((resolve) => setTimeout(resolve, 200))
  await one.query("insert into notes values (1, 'kept')")
  await one.query('commit')
  expect(await words(one)).toEqual(['kept'])
})

test('an answer of many megabytes arrives whole', async () => {
  const [one] = await pair()
  const { rows } = await one.query(
    "select n, repeat('x', 1000) as x from generate_series(1, 30000) n",
  )
  expect(rows).toHaveLength(30_000)
  expect(rows.at(-1)).toEqual({ n: 30_000, x: 'x'.repeat(1000) })
})
