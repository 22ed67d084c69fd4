import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../server/src/config.ts'
import { Refusal } from '../server/src/http/errors.ts'
import {
  type ReadAnswer,
  type ReadTask,
  readSheet,
  type SheetSummary,
} from '../server/src/imports/sheet/read-sheet.ts'
import { openLog } from '../server/src/log.ts'
import { assemble } from '../server/src/open-server.ts'
import { aToken } from './make.ts'
import { SecretWatch } from './secret-watch.ts'
import { testDatabase } from './test-database.ts'

type Settings = Partial<Record<keyof Config | `OIDC_${string}`, string>>

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is for the test to say
  body: any
  headers: Record<string, unknown>
}

type Method = NonNullable<InjectOptions['method']>

/**
 * Starts the real product on an empty database. A logged error or secret fails the test.
 * @param sheetProcess reads sheets in a process like the product, which takes most of a small import's time
 */
export async function startTestApp(settings: Settings = {}, { sheetProcess = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'attest-test-'))
  const config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that is only used in tests',
    PUBLIC_URL: 'https://attest.test',
    TIME_ZONE: 'America/New_York',
    ...settings,
  })
  const { log, logged, all } = keepLog()
  const secrets = new SecretWatch()
  const clock: { ahead: number; stoppedAt?: number } = { ahead: 0 }
  const now = () => new Date((clock.stoppedAt ?? Date.now()) + clock.ahead)
  const product = await assemble(config, log, await testDatabase(), { now })
  if (!sheetProcess) product.deps.sheets.read = readHere
  await product.start()
  onTestFinished(async () => {
    await product.stop()
    await secrets.seeMails(folder)
    await rm(folder, { recursive: true, force: true })
    expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    expect(secrets.leaksIn(all)).toEqual([])
  })
  const token = await aToken(product.deps)
  secrets.see({ token })
  let current = token
  /** Sets the clock ahead and renews the token, as a session ends after 12 idle hours. */
  const pass = async (ms: number) => {
    clock.ahead += ms
    current = await aToken(product.deps)
    secrets.see({ token: current })
  }
  const send = sender(product.app, () => current, secrets)
  return { ...product, config, clock, pass, logged, secrets, token, send, api: methods(send) }
}

/** Works like the reading process, but in this one. */
async function readHere(task: ReadTask): Promise<SheetSummary> {
  const { summary, rejected }: ReadAnswer = JSON.parse(JSON.stringify(await readSheet(task)))
  if (rejected !== undefined) throw new Refusal(400, rejected)
  return summary!
}

/** `all` holds every log line, `logged` only warnings and errors. A test may remove expected ones. */
function keepLog() {
  const all: string[] = []
  const logged: string[] = []
  const write = (line: string) => {
    all.push(line)
    if (JSON.parse(line).level >= 40) logged.push(line)
  }
  return { log: openLog('trace', { write }), logged, all }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Sends as the signed-in administrator unless the headers say otherwise. */
function sender(app: TestAppInject, tokenNow: () => string, secrets: SecretWatch) {
  return async (method: Method, url: string, options: InjectOptions = {}): Promise<Answer> => {
    const headers = { authorization: `Bearer ${tokenNow()}`, ...options.headers }
    const reply = await app.inject({ method, url, ...options, headers })
    const isJson = String(reply.headers['content-type']).includes('application/json')
    const body = isJson ? reply.json() : reply.body
    secrets.see(options.payload)
    secrets.see(body)
    return { status: reply.statusCode, body, headers: reply.headers }
  }
}

type TestAppInject = Pick<Awaited<ReturnType<typeof assemble>>['app'], 'inject'>
type Send = ReturnType<typeof sender>

const methods = (send: Send) => ({
  get: (url: string) => send('GET', url),
  post: (url: string, payload?: object) => send('POST', url, { payload: payload ?? {} }),
  put: (url: string, payload: object) => send('PUT', url, { payload }),
  delete: (url: string) => send('DELETE', url),
  /** Sends fields and then a file, like a browser's form. */
  upload: (url: string, fields: Record<string, string>, file?: File, headers = {}) =>
    upload(send, url, fields, file, headers),
})

async function upload(
  send: Send,
  url: string,
  fields: Record<string, string>,
  file?: File,
  headers = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', file)
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type')!
  return send('POST', url, { payload, headers: { 'content-type': type, ...headers } })
}
