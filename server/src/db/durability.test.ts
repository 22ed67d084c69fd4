import { fstatSync, fsyncSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startDatabaseProcess } from '../testing/database-process.ts'
import { temporaryDataFolder, temporaryFolder } from '../testing/temporary-folder.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { openEngine } from './engine.ts'
import { openDatabase } from './open.ts'

vi.setConfig({ testTimeout: 60_000 })

const onBroken = (error: Error) => {
  throw error
}

/** Records the inode of every file and folder that is forced onto the disk. */
function recorder() {
  const inodes: number[] = []
  const sync = (fd: number) => {
    inodes.push(fstatSync(fd).ino)
    fsyncSync(fd)
  }
  return { inodes, sync }
}

test('every commit forces the log onto the disk before it is acknowledged', async () => {
  const { inodes, sync } = recorder()
  const database = path.join(temporaryDataFolder(), 'database')
  const engine = await openEngine(database, { sync, onBroken })
  await engine.exec('create table kept (id int)')

  for (let id = 0; id < 5; id++) {
    inodes.length = 0
    await engine.exec(`insert into kept values (${id})`)
    expect(inodes).toEqual(logFiles(database))
  }

  inodes.length = 0
  await engine.query('select * from kept')
  expect(inodes).toEqual([])
  await engine.close()
})

test('a checkpoint forces tables and folders onto the disk too', async () => {
  const { inodes, sync } = recorder()
  const database = path.join(temporaryDataFolder(), 'database')
  const engine = await openEngine(database, { sync, onBroken })
  await engine.exec('create table kept (id int); insert into kept values (1)')
  const { rows } = await engine.query<{ file: string }>(
    "select pg_relation_filepath('kept') as file",
  )
  inodes.length = 0

  await engine.exec('checkpoint')

  expect(inodes).toContain(statSync(path.join(database, rows[0]?.file ?? '')).ino)
  expect(inodes).toContain(statSync(path.join(database, 'pg_xact')).ino)
  await engine.close()
})

test('a first start has forced everything onto the disk before the database gets its name', async () => {
  const { inodes, sync } = recorder()
  const dataDir = temporaryFolder()
  const server = await startEmbeddedServer({ dataDir, sync, onBroken })
  await server.close()

  const unforced = readdirSync(path.join(dataDir, 'database/base'), { recursive: true })
    .map((name) => path.join(dataDir, 'database/base', String(name)))
    // A cache, made anew at every start.
    .filter((file) => path.basename(file) !== 'pg_internal.init')
    .filter((file) => !inodes.includes(statSync(file).ino))
  expect(unforced).toEqual([])
  expect(inodes).toContain(statSync(dataDir).ino)
})

test('no acknowledged transaction is lost by kill -9, and none is half there', async () => {
  const dataDir = temporaryDataFolder()
  for (const acknowledged of [50, 500]) {
    const writer = startDatabaseProcess(dataDir)
    await writer.written(acknowledged)
    await writer.kill()

    const { db, close } = await openDatabase({ dataDir })
    const { rows: moves } = await sql<{ number: number }>`select number from moves`.execute(db)
    const { rows: accounts } = await sql`select * from accounts order by name`.execute(db)
    await close()
    const kept = new Set(moves.map(({ number }) => number))
    const lost = writer.lines.slice(1).filter((number) => !kept.has(Number(number)))
    expect(lost).toEqual([])
    expect(accounts).toEqual([
      { name: 'a', balance: -moves.length },
      { name: 'b', balance: moves.length },
    ])
  }
})

function logFiles(database: string): number[] {
  const folder = path.join(database, 'pg_wal')
  const names = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return names.map((name) => statSync(path.join(folder, name)).ino)
}
