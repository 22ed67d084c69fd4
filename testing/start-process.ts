import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const START = path.resolve(import.meta.dirname, '../server/start.mjs')
/** The flags of `npm start` (decision 36). */
const FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=16']

export interface ServerProcess {
  url: string
  pid: number
  greeting(): string
  /** Ends the process like a power failure. */
  kill(): Promise<void>
  stop(): Promise<number | null>
  ended(): Promise<number | null>
  call(
    method: string,
    path: string,
    body?: object | FormData,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** Starts the product as a process on loopback. `flags`: Node's. */
export async function startProcess(
  env: Record<string, string>,
  flags: string[] = [],
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawnMain({ PORT: port, ...env }, flags)
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += chunk))
  await said(child, 'Attest is ready')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    pid: child.pid!,
    greeting: () => printed,
    async kill() {
      if (hasEnded(child)) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async stop() {
      child.kill('SIGTERM')
      return endOf(child)
    },
    ended: () => endOf(child),
    call: (method, route, body, headers = {}) =>
      fetch(url + route, {
        method,
        body: body instanceof FormData ? body : body && JSON.stringify(body),
        headers:
          body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
      }),
  }
}

const endOf = async (child: ChildProcess): Promise<number | null> =>
  hasEnded(child) ? child.exitCode : (await once(child, 'exit'))[0]

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export async function runMain(env: Record<string, string>) {
  const child = spawnMain(env)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** Passes only the test's settings on, not those of the machine or of `.env`. */
function spawnMain(env: Record<string, string>, flags: string[] = []): ChildProcess {
  return spawn(process.execPath, [...FLAGS, ...flags, START], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
  })
}

/** Resolves once the process has printed the words; rejects if it ends before. */
export async function said(child: ChildProcess, words: string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes(words)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The server ended before it was ready: ${output}`)))
  })
}

/**
 * A loopback port that was free a moment ago. It is below the range of outgoing ports, so no connection takes it before
 * the server opens it.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(randomInt(20_000, 32_000), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
