import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const [APPLICATION, SECRET] = ['application', 'a secret of the application']

/** A provider on loopback. It gives an application tokens for mail, and tells a mail server their owner. */
export async function startTokenServer() {
  const given = new Set<string>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer)
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/tenant/v2.0/.well-known/openid-configuration')
      return reply(200, { issuer: `${issuer}/tenant/v2.0`, token_endpoint: `${issuer}/token` })
    if (url.pathname === '/tokeninfo') {
      const active = given.has(url.searchParams.get('access_token')!) ? 'yes' : 'no'
      return reply(200, { active, email: 'office' })
    }
    const form = new URLSearchParams(await text(request))
    asked.push(form.get('scope')!)
    if (form.get('client_id') !== APPLICATION || form.get('client_secret') !== SECRET)
      return reply(401, { error: 'invalid_client', error_description: 'The secret has expired.' })
    const token = randomUUID()
    given.add(token)
    return reply(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const urlWith = (secret: string) =>
    `http://${APPLICATION}:${encodeURIComponent(secret)}@127.0.0.1:${port}/tenant/v2.0`
  return {
    tenant: `${issuer}/tenant/v2.0`,
    application: APPLICATION,
    secret: SECRET,
    url: urlWith(SECRET),
    wrongUrl: urlWith('another'),
    tokens: `${issuer}/tokeninfo`,
    /** The scopes of requested tokens. */
    asked,
    isValid: (token: string | undefined) => token !== undefined && given.has(token),
    /** Revokes all tokens, like an administrator of the directory. */
    revoke: () => given.clear(),
  }
}
