import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { closePools, connect } from '../server/src/db/open.ts'
import { saveBaseline } from './baseline.ts'
import type { TestTemplate } from './global-setup.ts'

/** @param url a superuser's URL; its database does not matter */
export async function makeServerTemplate(url: string) {
  const name = `attest_test_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${name}`)
  const pools = connect({ connectionString: withDatabase(url, name) })
  await migrate(pools.bulkDb)
  await saveBaseline(pools.bulkDb)
  await closePools(pools)
  const template: TestTemplate = { url, name }
  return { template, remove: () => dropAll(url, name) }
}

export async function copyTemplate(url: string, name: string): Promise<string> {
  const copy = `${name}_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${copy} template ${name}`)
  return withDatabase(url, copy)
}

/** Drops the template and its copies, by their prefix. */
async function dropAll(url: string, name: string) {
  const names = `select datname from pg_database where starts_with(datname, '${name}')`
  for (const { datname } of await runOnServer(url, names)) {
    await runOnServer(url, `drop database ${datname} with (force)`)
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

/** Runs one statement on its own connection, as `create database` requires. */
export async function runOnServer(url: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
