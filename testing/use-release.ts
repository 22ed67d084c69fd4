// Runs an unpacked release like its operator would, within a network namespace. Prints its findings as JSON.
// Usage: node use-release.ts FOLDER HOME
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { HEADERS, row } from './import-file.ts'
import { pdfLines } from './pdf-lines.ts'
import { said } from './start-process.ts'

const [folder = '', home = ''] = process.argv.slice(2)
const URL = 'http://127.0.0.1:3000'
const NOBODY = 65_534

/** A name for each font of the report. */
const NAMES = ['Zoë', '小明', '민수', 'علي', 'כהן', 'ใจดี', 'अमर']

/** Runs as an unprivileged user, and lets it see only the system's programs of this machine. */
function launch(name: string, args: string[], ATTEST_HOME: string) {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  mkdirSync(ATTEST_HOME, { recursive: true })
  if (user.uid) chownSync(ATTEST_HOME, user.uid, user.gid)
  const child = spawn(path.join(folder, 'bin', name), args, {
    env: { PATH: '/usr/bin:/bin', ATTEST_HOME },
    cwd: '/',
    ...user,
  })
  process.on('exit', () => child.kill('SIGKILL'))
  return child
}

async function command(name: string, args: string[], where: string): Promise<string> {
  const child = launch(name, args, where)
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return output + error
}

async function start(where: string) {
  const child = launch('attest', [], where)
  let greeting = ''
  child.stdout.on('data', (chunk) => (greeting += chunk))
  child.stderr.pipe(process.stderr)
  await said(child, 'outbox')
  const stop = async () => {
    child.kill('SIGTERM')
    return (await once(child, 'exit'))[0] as number | null
  }
  return { greeting, stop }
}

async function get(url: string, headers = {}): Promise<Response> {
  const reply = await fetch(URL + url, { headers })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply
}

async function signIn(greeting: string) {
  const [, password] = /Password: +(\S+)/.exec(greeting) ?? []
  const reply = await fetch(`${URL}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password }),
  })
  const { token } = (await reply.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

async function importAndAsk(headers: { authorization: string }): Promise<object> {
  const form = new FormData()
  const rows = NAMES.map((first, n) => row(String(n), { first, email: `c${n}@example.com` }))
  form.set('file', new File([[HEADERS, ...rows].join('\n')], 'clients.csv'))
  const reply = await fetch(`${URL}/api/admin/import`, { method: 'POST', headers, body: form })
  return (await reply.json()) as object
}

/** The client's page that the server draws for the link of an email. */
async function clientsPage(): Promise<string> {
  const outbox = path.join(home, 'data/outbox')
  const mails = readdirSync(outbox).map((file) => readFileSync(path.join(outbox, file), 'utf8'))
  const mail = mails.find((each) => each.includes('c0@example.com'))
  const [link] = /\/verify\/[\w-]{43}/.exec(mail!) ?? []
  return (await get(link!)).text()
}

async function assets(): Promise<number> {
  const files = readdirSync(path.join(folder, 'web/dist/assets'))
  for (const file of files.filter((name) => !/\.(br|gz|zst)$/.test(name)))
    await get(`/assets/${file}`)
  return files.length
}

const server = await start(home)
const headers = await signIn(server.greeting)
const imported = await importAndAsk(headers)
const report = await get('/api/admin/rounds/1/report', headers)
const backup = path.join(home, 'attest.backup')
const seen = {
  interfaces: Object.keys(networkInterfaces()),
  imported,
  assets: await assets(),
  page: await clientsPage(),
  report: pdfLines(Buffer.from(await report.arrayBuffer())).map((line) => line.text),
  admin: await command('attest-admin', ['add', 'clerk@example.com'], home),
  usage: await command('attest-admin', [], home),
  backup: await command('attest-backup', [backup], home),
  stopped: await server.stop(),
  restored: await command('attest-restore', [backup], `${home}-again`),
  open: execFileSync('find', [home, '-mindepth', '1', '-perm', '/077'], { encoding: 'utf8' }),
}
console.log(JSON.stringify(seen))
