import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair } from 'jose'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'
import { type Forgery, forgeIdToken } from './forge-id-token.ts'

/** What the provider says about a person. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
}

interface Now {
  person: Person | undefined
  /** Faults of its ID tokens. */
  forgery?: Forgery
}

const CLIENT = { id: 'attest', secret: 'a secret of the client at the provider' }

/** A real OpenID provider on loopback. Every sign-in is by `person`; undefined cancels it. Must be stopped. */
export async function startProvider(callback: string) {
  const now: Now = { person: undefined }
  const server = createServer()
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  await serve(server, issuer, callback, now)
  const stop = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const settings = {
    OIDC_LOCAL_ISSUER: issuer,
    OIDC_LOCAL_CLIENT_ID: CLIENT.id,
    OIDC_LOCAL_CLIENT_SECRET: CLIENT.secret,
    OIDC_LOCAL_DOMAINS: 'example.com',
  }
  return { issuer, settings, now, stop, start: () => listen(port) }
}

const LIFE_S = 600

let key: ReturnType<typeof makeKey> | undefined
/** One key for all providers of a file, as making one is slow. */
const signingKey = () => {
  key ??= makeKey()
  return key
}

async function makeKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'only for tests' }
}

/** The provider's storage for a test file. */
class Memory implements Adapter {
  static readonly #kept = new Map<string, AdapterPayload>()
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  readonly #key = (id: string) => `${this.#kind}:${id}`
  readonly #first = (fits: (payload: AdapterPayload) => boolean) =>
    [...Memory.#kept.values()].find((payload) => payload.kind === this.#kind && fits(payload))

  async upsert(id: string, payload: AdapterPayload) {
    Memory.#kept.set(this.#key(id), payload)
  }
  async find(id: string) {
    return Memory.#kept.get(this.#key(id))
  }
  async findByUid(uid: string) {
    return this.#first((payload) => payload.uid === uid)
  }
  async findByUserCode(userCode: string) {
    return this.#first((payload) => payload.userCode === userCode)
  }
  async consume(id: string) {
    Memory.#kept.get(this.#key(id))!.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string) {
    Memory.#kept.delete(this.#key(id))
  }
  async revokeByGrantId(grantId: string) {
    for (const [id, payload] of Memory.#kept)
      if (payload.grantId === grantId) Memory.#kept.delete(id)
  }
}

async function serve(server: Server, issuer: string, callback: string, now: Now): Promise<void> {
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts the claims into the ID token itself.
    conformIdTokenClaims: false,
    jwks: { keys: [await signingKey()] },
    adapter: Memory,
    ttl: {
      Interaction: LIFE_S,
      Session: LIFE_S,
      Grant: LIFE_S,
      AccessToken: LIFE_S,
      IdToken: LIFE_S,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ email: undefined, email_verified: undefined, ...now.person, sub }),
    }),
  })
  forgeWhenAsked(provider, now)
  const answer = provider.callback()
  server.on('request', async (request, reply) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, reply)
    const { prompt, params, session } = await provider.interactionDetails(request, reply)
    if (!now.person) {
      const cancelled = { error: 'access_denied', error_description: 'The person said no.' }
      return provider.interactionFinished(request, reply, cancelled)
    }
    if (prompt.name === 'login') {
      const login = { login: { accountId: now.person.sub } }
      return provider.interactionFinished(request, reply, login)
    }
    const clientId = String(params.client_id)
    const grant = new provider.Grant({ accountId: session?.accountId, clientId })
    grant.addOIDCScope('openid email profile')
    const consent = { consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, reply, consent)
  })
}

function forgeWhenAsked(provider: Provider, now: Now): void {
  provider.use(async (context, next) => {
    await next()
    if (!now.forgery || context.oidc?.route !== 'token') return
    const reply = context.body as { id_token: string }
    const genuine = {
      claims: decodeJwt(reply.id_token),
      key: await signingKey(),
      clientSecret: CLIENT.secret,
    }
    reply.id_token = await forgeIdToken(now.forgery, genuine)
  })
}
