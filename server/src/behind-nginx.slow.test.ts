import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '../../testing/mass-mailing.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { freePort, startProcess } from '../../testing/start-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const DOCS = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8')
const [ADMIN_HOST, CLIENT_HOST] = ['records.example.com', 'verify.example.com']

/** nginx as in docs/operating.md before both listeners, on free ports and with a test certificate. */
async function startNginx(ports: Record<string, string>) {
  const folder = temporaryFolder()
  const listen = String(await freePort())
  for (const host of [ADMIN_HOST, CLIENT_HOST]) makeCertificate(folder, host)
  const servers = [...DOCS.matchAll(/```nginx\n(.*?)```/gs)].map(([, block]) => block).join('\n')
  const own = Object.entries({ '443 ssl': `${listen} ssl`, '/etc/ssl/': `${folder}/`, ...ports })
  const config = own.reduce((all, [from, to]) => all.replaceAll(from, to), servers)
  const file = path.join(folder, 'nginx.conf')
  mkdirSync(path.join(folder, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join(' ')
  writeFileSync(
    file,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { ${temp} ${config} }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  return (host: string) => proxied(host, Number(listen))
}

function makeCertificate(folder: string, host: string) {
  const files = ['-keyout', `${folder}/${host}.key`, '-out', `${folder}/${host}.pem`]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${host}`, ...files],
    {
      stdio: 'ignore',
    },
  )
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** The address of the calling machine. */
  from?: string
}

function proxied(host: string, port: number) {
  return async (
    url: string,
    { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sent = {},
  ) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: url,
      method,
      servername: host,
      rejectUnauthorized: false,
      localAddress: from,
      headers: { host, ...headers },
    })
    asked.end(body)
    const [reply] = await once(asked, 'response')
    return reply as import('node:http').IncomingMessage
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

test('nginx as in the docs passes all on and separates the listeners', async () => {
  const settings = await processSettings()
  const [port, verifyPort] = [String(await freePort()), String(await freePort())]
  const product = await startProcess({
    ...settings,
    PORT: port,
    VERIFY_PORT: verifyPort,
    PUBLIC_URL: `https://${ADMIN_HOST}`,
    VERIFY_URL: `https://${CLIENT_HOST}`,
    TRUST_PROXY: 'on',
    IMPORT_MB: '60',
  })
  onTestFinished(() => product.kill())
  const at = await startNginx({ ':3000': `:${port}`, ':3001': `:${verifyPort}` })
  const [office, clients] = [at(ADMIN_HOST), at(CLIENT_HOST)]
  await expect.poll(() => office('/healthz').then((r) => r.statusCode, String)).toBe(200)
  const authorization = await signIn(product)

  const boundary = 'a-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\nclient_number\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(50 * 1024 * 1024, 'x'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const uploaded = await office('/api/admin/imports/preview', {
    method: 'POST',
    headers: { ...authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
  })
  // The product itself has read the sheet, not nginx.
  expect(JSON.parse(await text(uploaded)).message).toContain('row 2')

  const stream = await office('/api/admin/events', { headers: authorization })
  expect(stream.headers['content-type']).toContain('text/event-stream')
  expect(String((await once(stream, 'data'))[0])).toMatch(/^(event|data|:)/)
  stream.destroy()

  const wrong = JSON.stringify({ email: 'admin@example.com', password: 'wrong' })
  await office('/api/auth/login', {
    method: 'POST',
    headers: JSON_BODY,
    body: wrong,
    from: '127.0.0.7',
  })
  const log = await text(await office('/api/security-log', { headers: authorization }))
  expect(log).toContain('127.0.0.7')

  expect((await clients('/healthz')).statusCode).toBe(200)
  for (const url of ['/', '/login', '/api/admin/users', '/auth/v1/settings', '//api/admin/users'])
    expect((await clients(url, { headers: authorization })).statusCode).toBe(404)
  const dead = `/verify/${'x'.repeat(43)}`
  expect(await text(await clients(dead))).toContain('link')
  expect((await office(dead)).headers.location).toBe(`https://${CLIENT_HOST}${dead}`)
})
