import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { limitConnections, MOST_OF_ONE } from './connections.ts'

const LIVE = '/api/admin/events'

interface Line {
  socket: Socket
  /** The server's output so far. */
  said: string
  isClosed: boolean
}

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** A bare connection that the server has accepted. */
async function openLine({ app }: TestApp, port: number): Promise<Line> {
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const line = { socket, said: '', isClosed: false }
  socket.on('data', (chunk) => (line.said += chunk))
  socket.on('error', () => {})
  socket.on('close', () => (line.isClosed = true))
  onTestFinished(() => void socket.destroy())
  await accepted
  return line
}

async function openLines(app: TestApp, port: number, count: number): Promise<Line[]> {
  const lines: Line[] = []
  for (let n = 0; n < count; n++) lines.push(await openLine(app, port))
  return lines
}

const closedOf = (lines: Line[]) => lines.map(({ isClosed }) => isClosed)

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: 'attest.test', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n')

const bearer = ({ token }: TestApp) => ({ authorization: `Bearer ${token}` })

async function openStream(app: TestApp, port: number): Promise<Line> {
  const line = await openLine(app, port)
  line.socket.write(head('GET', LIVE, bearer(app)))
  await expect.poll(() => line.said).toContain('text/event-stream')
  return line
}

/** The start of a file that announces a thousand bytes more. */
function beginUpload(app: TestApp, { socket }: Line, path: string): void {
  const part =
    '--part\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nFirst Name'
  const type = 'multipart/form-data; boundary=part'
  const length = part.length + 1000
  socket.write(
    head('POST', path, { ...bearer(app), 'content-type': type, 'content-length': length }) + part,
  )
}

async function trickleUntilClosed(line: Line): Promise<void> {
  const trickle = setInterval(() => line.socket.write('x'), 20)
  onTestFinished(() => clearInterval(trickle))
  await expect.poll(() => line.isClosed).toBe(true)
}

test('closes the oldest idle connection of a full address', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  const lines = await openLines(app, port, MOST_OF_ONE + 2)
  await expect.poll(() => lines.filter(({ isClosed }) => isClosed)).toHaveLength(2)
  expect(closedOf(lines.slice(0, 3))).toEqual([true, true, false])
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})

test('allows a proxy more connections than one address', async () => {
  const app = await startTestApp({ TRUST_PROXY: 'on' })
  const port = await listen(app)
  const lines = await openLines(app, port, MOST_OF_ONE + 2)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect(lines.filter(({ isClosed }) => isClosed)).toEqual([])
})

test('keeps connections with a call in flight and closes idle ones', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  limitConnections(app.app.server, { trustProxy: true, most: 3 })
  const stream = await openStream(app, port)
  const lines = await openLines(app, port, 4)
  await expect.poll(() => closedOf(lines)).toEqual([true, true, false, false])
  expect(stream.isClosed).toBe(false)
  await openStream(app, port)
  await openStream(app, port)
  // Three calls are in flight, so only the newcomer can be closed.
  const late = await openLine(app, port)
  await expect.poll(() => late.isClosed).toBe(true)
  expect(stream.isClosed).toBe(false)
})

test('counts an answered connection as idle', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  limitConnections(app.app.server, { trustProxy: true, most: 2 })
  const [answered] = await openLines(app, port, 1)
  // Two at once: the second is in flight before the first is answered.
  answered!.socket.write(head('GET', '/readyz') + head('GET', '/healthz'))
  await expect.poll(() => answered!.said).toMatch(/"ready".*"up"/s)
  const lines = await openLines(app, port, 2)
  await expect.poll(() => answered!.isClosed).toBe(true)
  expect(closedOf(lines)).toEqual([false, false])
})

test('closes a silent connection', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  expect(app.app.server.timeout).toBeGreaterThan(0)
  app.app.server.timeout = 100
  const line = await openLine(app, port)
  await expect.poll(() => line.isClosed).toBe(true)
})

test('ends slow headers with 408', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  app.app.server.headersTimeout = 300
  const line = await openLine(app, port)
  line.socket.write('GET /healthz HTTP/1.1\r\nx-slow: ')
  await trickleUntilClosed(line)
  expect(line.said).toMatch(/^HTTP\/1.1 408 /)
})

test('ends a slow body with 408', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  expect(app.app.server.requestTimeout).toBeGreaterThan(0)
  Object.assign(app.app.server, { headersTimeout: 200, requestTimeout: 300 })
  const line = await openLine(app, port)
  beginUpload(app, line, '/api/admin/import')
  await trickleUntilClosed(line)
  expect(line.said).toMatch(/^HTTP\/1.1 408 /)
})

test('ends an upload once no byte arrives', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  app.app.server.timeout = 100
  const line = await openLine(app, port)
  beginUpload(app, line, '/api/admin/import')
  await expect.poll(() => line.isClosed).toBe(true)
})

test('keeps the connections of a slow reply and a silent stream', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  app.app.server.timeout = 100
  const silent = new Set<number | undefined>()
  app.app.server.on('timeout', ({ remotePort }: Socket) => silent.add(remotePort))
  const stream = await openStream(app, port)
  await expect.poll(() => silent.size).toBe(1)
  const line = await openLine(app, port)
  await transact(app.deps.db, async (tx) => {
    await sql`lock table mailings`.execute(tx)
    silent.clear()
    line.socket.write(head('GET', '/api/admin/mailings', bearer(app)))
    await expect.poll(() => silent.has(line.socket.localPort)).toBe(true)
  })
  await expect.poll(() => line.said).toMatch(/^HTTP\/1.1 200 /)
  expect(stream.isClosed).toBe(false)
})

test('ends the connection of a caller who reads nothing', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  app.app.server.timeout = 300
  const accepted = once(app.app.server, 'connection')
  const line = await openLine(app, port)
  const [server] = (await accepted) as [Socket]
  line.socket.pause()
  // More replies than the buffers of both ends take.
  line.socket.write(head('GET', '/nowhere').repeat(10_000))
  await expect.poll(() => server.destroyed).toBe(true)
})

test('logs no error for a reset or garbage', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  const [reset, garbage] = await openLines(app, port, 2)
  reset!.socket.resetAndDestroy()
  garbage!.socket.write('what is this\r\n\r\n')
  await expect.poll(() => garbage!.isClosed).toBe(true)
  expect(garbage!.said).toMatch(/^HTTP\/1.1 400 /)
  expect(app.logged).toEqual([])
})

test('logs no error for an aborted body', async () => {
  const app = await startTestApp()
  const port = await listen(app)
  const { id } = await aClient(app.deps)
  for (const url of ['/api/admin/import', `/api/admin/users/${id}/attachments`]) {
    const line = await openLine(app, port)
    beginUpload(app, line, url)
    const folder = path.join(app.config.DATA_DIR, 'uploads')
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1)
    line.socket.resetAndDestroy()
    await expect.poll(() => readdir(folder)).toEqual([])
  }
  const line = await openLine(app, port)
  const arrived = once(app.app.server, 'request')
  const json = { 'content-type': 'application/json', 'content-length': 1000 }
  line.socket.write(`${head('POST', '/api/auth/login', json)}{"email":`)
  const [, response] = await arrived
  line.socket.resetAndDestroy()
  await once(response, 'close')
  expect(app.logged).toEqual([])
})
