import { createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../../testing/new-database.ts'
import { runOnServer, withDatabase } from '../../../testing/server-template.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { closePools, connect, type OpenDatabase, openDatabase } from './open.ts'
import { isConnectionLost } from './transact.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
  await sql`create table counter (value int not null)`.execute(database.db)
})

async function value(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
    database.db,
  )
  return rows[0]?.value
}

test.each([
  ["timestamptz '2026-11-21 04:40:50.123456+00'", '2026-11-21T04:40:50.123Z'],
  ["timestamptz '2026-11-21 04:40:50+05:30'", '2026-11-20T23:10:50.000Z'],
  ["timestamptz '1850-01-01 12:00:00.5+00'", '1850-01-01T12:00:00.500Z'],
  ["timestamptz 'infinity'", 'infinity'],
  ['9007199254740991::int8', 9_007_199_254_740_991],
  ['0.10::numeric', '0.10'],
  ["date '2026-11-21'", '2026-11-21'],
  ['jsonb \'{"a": [1]}\'', { a: [1] }],
  ['null::timestamptz', null],
])('reads %s as %j', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

test('reads times in UTC whatever the session’s zone', async () => {
  const { rows } = await database.db.transaction().execute(async (tx) => {
    await sql`set local time zone 'America/St_Johns'`.execute(tx)
    return sql`select timestamptz '2026-07-21 04:40:50Z' as moment`.execute(tx)
  })
  expect(rows).toEqual([{ moment: '2026-07-21T04:40:50.000Z' }])
})

test('uses UTC days in SQL whatever the server’s zone', async () => {
  expect(await value("current_setting('TimeZone')")).toBe('UTC')
})

test('compiles no statement, even on a server that does by default', async () => {
  const { url, name } = inject('testTemplate')
  const compiling = `${name}_jit`
  await runOnServer(url, `create database ${compiling}`)
  await runOnServer(url, `alter database ${compiling} set jit = on`)
  const pools = connect({ connectionString: withDatabase(url, compiling) })
  onTestFinished(() => closePools(pools))
  for (const db of [pools.db, pools.bulkDb])
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }])
})

test('completes two hundred concurrent transactions', async () => {
  await sql`insert into counter values (0)`.execute(database.db)
  const add = () =>
    database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ value: number }>`select value from counter for update`.execute(
        tx,
      )
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(tx)
    })
  await Promise.all(Array.from({ length: 200 }, add))
  expect(await value('(select value from counter)')).toBe(200)
})

test('rolls back a transaction that throws', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await sql`delete from counter`.execute(tx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await value('(select count(*) from counter)')).toBe(1)
})

test('reports a silent database in one line without its password', async () => {
  const databaseUrl = 'postgres://someone:secret@127.0.0.1:1/attest'
  const opening = openDatabase({ databaseUrl, dataDir: '' }).opened
  await expect(opening).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  )
})

test('takes a Unix socket without a server for a lost connection', async () => {
  const { db, bulkDb } = connect({ host: temporaryFolder(), user: 'attest', database: 'attest' })
  const error = await sql`select 1`.execute(db).catch((reason) => reason)
  expect(error.code).toBe('ENOENT')
  expect(isConnectionLost(error)).toBe(true)
  await closePools({ db, bulkDb })
})

test('refuses a PostgreSQL that is too old', async () => {
  const databaseUrl = await aServerOfVersion('14.11')
  await expect(openDatabase({ databaseUrl, dataDir: '' }).opened).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: it is PostgreSQL 14.11, at least 15 is needed',
  )
})

test('refuses a database that is read-only', async () => {
  const databaseUrl = await newDatabase()
  const name = new URL(databaseUrl).pathname.slice(1)
  await runOnServer(databaseUrl, `alter database ${name} set default_transaction_read_only = on`)
  await expect(openDatabase({ databaseUrl, dataDir: '' }).opened).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: it is read-only, as a standby is',
  )
})

test('refuses a database without Unicode', async () => {
  const { url, name } = inject('testTemplate')
  // Has the template's prefix, so that both are dropped together.
  const ascii = `${name}_ascii`
  await runOnServer(
    url,
    `create database ${ascii} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  const opening = openDatabase({ databaseUrl: withDatabase(url, ascii), dataDir: '' }).opened
  await expect(opening).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: collation "und-x-icu" for encoding "SQL_ASCII" does not exist',
  )
})

/** A server that admits everyone and answers every query with its version. */
async function aServerOfVersion(version: string): Promise<string> {
  const ready = message('Z', 'I')
  const column = message('T', `\0\x01server_version\0${'\0'.repeat(9)}\x19${'\0'.repeat(8)}`)
  const row = message('D', `\0\x01\0\0\0${String.fromCharCode(version.length)}${version}`)
  const answer = [column, row, message('C', 'SHOW\0'), ready].join('')
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(message('R', '\0\0\0\0') + ready, 'latin1'))
    socket.on('data', (data) => void (data.includes('show') && socket.write(answer, 'latin1')))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://someone@127.0.0.1:${(server.address() as { port: number }).port}/attest`
}

function message(type: string, body: string): string {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + body.length)
  return type + length.toString('latin1') + body
}
