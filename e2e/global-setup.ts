import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closePools, connect } from '../server/src/db/open.ts'
import { restoreBaseline, saveBaseline } from '../testing/baseline.ts'
import { startDatabaseServer } from '../testing/database-server.ts'
import { runOnServer, withDatabase } from '../testing/server-template.ts'
import { type ServerProcess, startProcess } from '../testing/start-process.ts'
import { saveClients } from './saved-clients.ts'
import { ADMIN, FLAGS, fixture, SETTINGS, type Template } from './settings.ts'

const TEMPLATE = 'first_start'

/**
 * Starts one PostgreSQL for the whole run, and the product once. Its database and its data folder are the template of
 * every server in the run.
 */
export default async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'attest-e2e-'))
  const database = await startDatabaseServer()
  await runOnServer(database.url, `create database ${TEMPLATE}`)
  const url = withDatabase(database.url, TEMPLATE)
  const env = { DATA_DIR: folder, DATABASE_URL: url, ...SETTINGS }
  const server = await startProcess(env, FLAGS)
  const answer = await server.call('POST', '/api/auth/login', ADMIN)
  const { token } = (await answer.json()) as { token: string }
  const pools = connect({ connectionString: url })
  const { db } = pools
  await saveBaseline(db)
  await importClients(server, token)
  await server.stop()
  await saveClients(db)
  await restoreBaseline(db)
  await closePools(pools)
  const template: Template = { folder, url: database.url, name: TEMPLATE, token }
  process.env.E2E_TEMPLATE = JSON.stringify(template)
  return async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function importClients(server: ServerProcess, token: string) {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', new File([await readFile(fixture('clients-500.csv'))], 'clients-500.csv'))
  const authorization = `Bearer ${token}`
  const answer = await server.call('POST', '/api/admin/import', form, { authorization })
  if (!answer.ok) throw new Error(`The clients were not imported: ${await answer.text()}`)
}
