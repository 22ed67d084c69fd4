// @module-tag heavy
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { scratch } from '../../../testing/scratch.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { type Launched, launch } from './launch.ts'
import { isPossible, runAs, WAYS_AS_ROOT } from './programs.ts'

const isRoot = process.getuid?.() === 0

/** A stopped database with a table `kept`. Making one takes most of a test's time. */
let made: string
beforeAll(async () => {
  made = mkdtempSync(path.join(scratch(), 'attest-test-'))
  const { address, close } = await launch(made)
  await query(address, 'create table kept (id int)')
  await close()
})
afterAll(() => rmSync(made, { recursive: true }))

function aDatabase(): string {
  const dataDir = temporaryFolder()
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}

async function launched(...args: Parameters<typeof launch>): Promise<Launched> {
  const server = await launch(...args)
  onTestFinished(() => server.close())
  return server
}

async function query(address: pg.ClientConfig, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

const isAlive = (pid: number) => existsSync(`/proc/${pid}/cmdline`) && cmdline(pid) !== ''
const cmdline = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

/** A process that holds the database until it is killed. */
async function aProduct(dataDir: string): Promise<ChildProcess> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'launch.ts'))
  const code = `import { launch } from ${module}
    const { failed } = await launch(${JSON.stringify(dataDir)})
    console.log('launched')
    console.log((await failed).message)`
  const product = spawn(process.execPath, ['--input-type=module', '-e', code])
  onTestFinished(() => void product.kill('SIGKILL'))
  await once(product.stdout, 'data')
  return product
}

describe('launch', () => {
  test('makes a database and finds it after a stop', async () => {
    const dataDir = temporaryFolder()
    const first = await launch(dataDir)
    const pid = postmaster(dataDir)
    await query(first.address, 'create table kept (id int)')
    await first.close()
    expect(isAlive(pid)).toBe(false)
    const second = await launched(dataDir)
    expect(await query(second.address, 'select * from kept')).toEqual([])
  })

  test('serves names sorted by Unicode, on no network', async () => {
    const { address } = await launched(aDatabase())
    const sorted = `select name from unnest(array['Zoe', 'Émile', 'emil']) name order by name`
    expect(await query(address, sorted)).toMatchObject([
      { name: 'emil' },
      { name: 'Émile' },
      { name: 'Zoe' },
    ])
    const durable = `select current_setting('listen_addresses') || current_setting('fsync') as set`
    expect(await query(address, durable)).toEqual([{ set: 'on' }])
  })

  test('leaves no server running when its process is killed', async () => {
    const dataDir = aDatabase()
    const product = await aProduct(dataDir)
    const pid = postmaster(dataDir)
    expect(isAlive(pid)).toBe(true)
    product.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('starts after process and server were killed together', async () => {
    const dataDir = aDatabase()
    const product = await aProduct(dataDir)
    const address = { host: path.join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }
    await query(address, 'insert into kept values (1)')
    product.kill('SIGSTOP')
    process.kill(postmaster(dataDir), 'SIGKILL')
    product.kill('SIGKILL')
    const again = await launched(dataDir)
    expect(await query(again.address, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test('takes over a server whose process is dead', async () => {
    const dataDir = aDatabase()
    const product = await aProduct(dataDir)
    const pid = postmaster(dataDir)
    // A stopped process ignores its parent's death, as without setpriv.
    process.kill(pid, 'SIGSTOP')
    product.kill('SIGKILL')
    await once(product, 'exit')
    const again = launch(dataDir)
    process.kill(pid, 'SIGCONT')
    await (await again).close()
    expect(isAlive(pid)).toBe(false)
  })

  test('joins the server of another process and ends with it', async () => {
    const dataDir = aDatabase()
    const owner = await launch(dataDir)
    const product = await aProduct(dataDir)
    const joined = await launch(dataDir)
    await joined.close()
    expect(await query(owner.address, 'select 1 as one')).toEqual([{ one: 1 }])
    const printed = once(product.stdout!, 'data')
    await owner.close()
    expect(String(await printed)).toContain('The database has stopped.')
  })

  test('shares one server between two starts at once', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = await Promise.all([launch(dataDir), launch(dataDir)])
    await query(one.address, 'create table shared (id int)')
    expect(await query(other.address, 'select * from shared')).toEqual([])
    await Promise.all([one.close(), other.close()])
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('reports a server that ends unexpectedly', async () => {
    const dataDir = aDatabase()
    const server = await launched(dataDir)
    process.kill(postmaster(dataDir), 'SIGINT')
    expect((await server.failed).message).toBe('The database has stopped.')
  }, 30_000)
})

describe('launch, in an unusual folder,', () => {
  test('starts although another program has a dead server’s process id', async () => {
    const dataDir = aDatabase()
    writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`)
    const { address } = await launched(dataDir)
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('puts its socket in the temporary folder if the path is long', async () => {
    const dataDir = path.join(temporaryFolder(), 'a'.repeat(100))
    cpSync(made, dataDir, { recursive: true })
    const { address } = await launched(dataDir)
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses the data of another engine or version in one line', async () => {
    const former = temporaryFolder()
    mkdirSync(path.join(former, 'database'))
    await expect(launch(former)).rejects.toThrow(/^.+ holds a database of an earlier Attest/)
    const newer = temporaryFolder()
    mkdirSync(path.join(newer, 'postgres'))
    writeFileSync(path.join(newer, 'postgres/PG_VERSION'), '17\n')
    await expect(launch(newer)).rejects.toThrow(/is of PostgreSQL 17; this version .+ brings 18/)
  })

  test('says why a server cannot be started', async () => {
    const as = { before: ['/no-such-loader'] }
    const missing = launch(temporaryFolder(), { as })
    await expect(missing).rejects.toThrow(/^The database in .+ cannot be made: .+no-such-loader/)
    const dataDir = aDatabase()
    const broken = launch(dataDir, { settings: { shared_buffers: 'many' } })
    await expect(broken).rejects.toThrow(/^The database in .+ cannot be started: invalid value/)
  })
})

describe.runIf(isRoot)('as root', () => {
  const ways = WAYS_AS_ROOT.filter(isPossible)
  test.each([ways, ways.toReversed()])(
    'a folder used as root starts without root, and the reverse',
    async (...ways) => {
      const dataDir = aDatabase()
      for (const as of ways) {
        const server = await launch(dataDir, { as })
        expect(await query(server.address, 'select * from kept')).toEqual([])
        await server.close()
      }
    },
  )

  test('reports in one line that it cannot run PostgreSQL as root', () => {
    vi.stubEnv('PATH', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() => runAs()).toThrow(/^PostgreSQL does not run as root, .+ or set DATABASE_URL\.$/)
  })
})

test('starts from a copy of a stopped data folder', async () => {
  const { address } = await launched(aDatabase())
  expect(await query(address, 'select * from kept')).toEqual([])
})
