import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startDatabaseProcess } from '../testing/database-process.ts'
import { temporaryDataFolder, temporaryFolder } from '../testing/temporary-folder.ts'
import { claimSocket } from './claim-socket.ts'
import { startEmbedded } from './embedded.ts'
import { addressOf, connect, openDatabase } from './open.ts'

/** The first start makes the database, which takes some seconds. */
vi.setConfig({ testTimeout: 60_000 })

test('what was written is there after closing and opening again', async () => {
  const dataDir = temporaryDataFolder()
  const first = await openDatabase({ dataDir })
  await sql`create table kept as select 'here' as word`.execute(first.db)
  await first.close()

  const second = await openDatabase({ dataDir })

  expect((await sql`select word from kept`.execute(second.db)).rows).toEqual([{ word: 'here' }])
  await second.close()
})

test('closing leaves a database that needs no recovery, and no socket', async () => {
  const dataDir = temporaryDataFolder()
  await (await openDatabase({ dataDir })).close()

  expect(stateOf(dataDir)).toBe(CLEANLY_SHUT_DOWN)
  expect(readdirSync(path.join(dataDir, 'socket'))).toEqual([])
})

test('nobody else on the machine can read the folders', async () => {
  const dataDir = path.join(temporaryFolder(), 'data')
  const { close } = await openDatabase({ dataDir })

  for (const folder of ['.', 'database', 'socket']) {
    expect(statSync(path.join(dataDir, folder)).mode & 0o777).toBe(0o700)
  }
  await close()
})

test('a second process is told that the folder is taken, and the first one goes on', async () => {
  const dataDir = temporaryDataFolder()
  const owner = startDatabaseProcess(dataDir)
  await owner.written(1)

  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `Another process has the data folder ${dataDir} open. Stop it first.`,
  )

  await owner.written(owner.lines.length + 10)
})

test('after a kill -9 the next start takes the folder over at once', async () => {
  const dataDir = temporaryDataFolder()
  const owner = startDatabaseProcess(dataDir)
  await owner.written(1)
  await owner.kill()
  expect(readdirSync(path.join(dataDir, 'socket'))).toEqual(['.s.PGSQL.1'])

  const next = await openDatabase({ dataDir })

  expect(readdirSync(path.join(dataDir, 'socket'))).toEqual(['.s.PGSQL.2'])
  await next.close()
})

test('a first start that is killed half-way leaves nothing that the next one stumbles over', async () => {
  const dataDir = temporaryFolder()
  const halfMade = path.join(dataDir, 'database.new', 'PG_VERSION')
  const starting = startDatabaseProcess(dataDir)
  await vi.waitUntil(() => existsSync(halfMade), { timeout: 30_000, interval: 1 })
  await starting.kill()
  expect(existsSync(path.join(dataDir, 'database'))).toBe(false)

  const next = await openDatabase({ dataDir })

  expect((await sql`select 1 as one`.execute(next.db)).rows).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'socket'])
  await next.close()
})

test('a data folder with a very long path works, and is one process’s too', async () => {
  const dataDir = path.join(temporaryFolder(), 'a-long-name-'.repeat(12))
  vi.stubEnv('TMPDIR', temporaryFolder())
  onTestFinished(() => void vi.unstubAllEnvs())
  cpSync(inject('emptyDataFolder'), dataDir, { recursive: true })
  const { db, close } = await openDatabase({ dataDir })

  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await expect(openDatabase({ dataDir })).rejects.toThrow('Another process has the data folder')
  await close()
})

test('of many that start at once exactly one gets the folder, also after a crash', async () => {
  const dataDir = temporaryFolder()
  for (let round = 0; round < 20; round++) {
    const servers = Array.from({ length: 8 }, () => createServer())
    const claims = await Promise.allSettled(servers.map((server) => claimSocket(dataDir, server)))

    const won = claims.filter(({ status }) => status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const server of servers) server.close()
    // What a killed process leaves: a socket file nobody listens on.
    const { host, port } = (won[0] as PromiseFulfilledResult<{ host: string; port: number }>).value
    if (round % 2) writeFileSync(path.join(host, `.s.PGSQL.${port}`), '')
  }
})

test('a folder that is no database is refused with the reason', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(path.join(dataDir, 'database'))
  writeFileSync(path.join(dataDir, 'database', 'PG_VERSION'), '12\n')

  await expect(openDatabase({ dataDir })).rejects.toThrow(/The database in .* cannot be opened: ./)
  await expect(openDatabase({ dataDir })).rejects.toThrow(/cannot be opened/)
})

test('a database that dies is reported, and its queries fail instead of waiting', async () => {
  const dataDir = temporaryDataFolder()
  const thread = new URL('../testing/failing-disk-thread.ts', import.meta.url)
  const embedded = await startEmbedded({ dataDir, thread })
  const db = connect(addressOf(embedded))
  await sql`create table kept (id int)`.execute(db)
  await sql`insert into kept values (1)`.execute(db)

  writeFileSync(path.join(dataDir, 'disk-fails'), '')
  const lost = Promise.allSettled(
    [2, 3].map((id) => sql`insert into kept values (${id})`.execute(db)),
  )

  expect((await embedded.failed).message).toMatch(/^The database has failed: could not fsync file/)
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(sql`select * from kept`.execute(db)).rejects.toThrow()
  await db.destroy()
  await embedded.close()
  const again = await openDatabase({ dataDir })
  const { rows } = await sql`select id from kept where id = 1`.execute(again.db)
  expect(rows).toEqual([{ id: 1 }])
  await again.close()
})

const CLEANLY_SHUT_DOWN = 1

/** `DBState` in PostgreSQL's pg_control, which follows 16 bytes of versions. */
function stateOf(dataDir: string): number {
  return readFileSync(path.join(dataDir, 'database/global/pg_control')).readUInt32LE(16)
}
