import { decodeJwt } from 'jose'
import { hashToken, newToken, seal } from '../../server/src/secret-key.ts'
import { ADMIN, anAdmin, aToken, clientInput } from '../make.ts'
import { codeNow } from '../second-factor.ts'
import type { TestApp } from '../start-test-app.ts'
import { KNOWN } from './values.ts'

const MEMBER = { email: 'member@example.com', password: ADMIN.password }
const HALF_WAY = { email: 'half-way@example.com', password: ADMIN.password }
const SECRET = 'JBSWY3DPEHPK3PXP'
const KINDS = ['recovery', 'signup', 'magiclink', 'invite'] as const
/** A limit, as mailings to all clients wait for each email. */
const MOST_CLIENTS = 10

/** Holds what requests need and may destroy: accounts, sessions, a client with its link and files. */
export class Stock {
  readonly #app: TestApp
  readonly #real = new Map<string, string>()
  readonly #link = newToken()
  #passwordHash: string | null | undefined
  #tokens: Partial<Record<string, string>> = {}
  #refills = 0

  constructor(app: TestApp) {
    this.#app = app
    this.#know({ link: this.#link })
  }

  /** Restores destroyed data. */
  async refill(): Promise<void> {
    await this.restoreAccounts()
    const { id } = await this.#call('POST', '/api/admin/users', JSON.stringify(clientInput()))
    const { db } = this.#app.deps
    await db
      .deleteFrom('clients')
      .where('id', '<=', id - MOST_CLIENTS)
      .execute()
    const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello'
    const form = `--x\r\n${file}\r\n--x--\r\n`
    const attachment = await this.#call('POST', `/api/admin/users/${id}/attachments`, form)
    const [newest] = await this.#call('GET', `/api/admin/users/${id}/audit-logs`)
    const { mailings } = await this.#call('GET', '/api/admin/mailings?recipients=all&limit=1')
    const row = await db.selectFrom('imports').select('id').limit(1).executeTakeFirst()
    await this.#linkOf(id)
    this.#know({ client: id, attachment: attachment.id, change: newest.id })
    this.#know({ mailing: mailings[0].id, importId: row?.id ?? KNOWN.importId })
    if (this.#real.has(KNOWN.mail)) return
    const { mails } = await this.#call('GET', '/api/admin/outbox?limit=1')
    this.#know({ mail: mails[0]?.id ?? KNOWN.mail })
  }

  /** Replaces the placeholders with real values. */
  fill(text: string): string {
    this.#know({ code: codeNow(this.#app, SECRET) })
    let filled = text
    for (const [standIn, real] of this.#real) filled = filled.replaceAll(standIn, real)
    return filled
  }

  /** The caller's header; undefined: none. */
  authorization(caller: string): string | undefined {
    if (caller === 'stranger') return undefined
    const token = this.#tokens[caller]
    return token ? `Bearer ${token}` : caller
  }

  async restoreAccounts(): Promise<void> {
    const { deps } = this.#app
    await deps.db.deleteFrom('throttle').execute()
    await deps.db.deleteFrom('factors').execute()
    await deps.db.deleteFrom('admins').where('email', 'not like', '%@example.com').execute()
    this.#passwordHash ??= (await anAdmin(deps)).password_hash
    const email_confirmed_at = deps.now().toISOString()
    const password_hash = this.#passwordHash
    await deps.db
      .updateTable('admins')
      .set({ banned_until: null, email_confirmed_at, new_email: null, password_hash })
      .execute()
    const admin = await this.#session(ADMIN, 'admin')
    const member = await this.#session(MEMBER, 'member')
    const halfWay = await this.#session(HALF_WAY, 'admin')
    this.#tokens = { admin: admin.token, member: member.token, 'first step': halfWay.token }
    await this.#factor(halfWay.id, 'verified')
    const factor = await this.#factor(admin.id, 'unverified')
    this.#know({ admin: admin.id, member: member.id, session: admin.session, factor })
    await this.#mailedLink(member.id)
  }

  async #session(who: typeof ADMIN, role: 'admin' | 'member') {
    const { deps } = this.#app
    const token = await aToken(deps, who)
    const { sub: id, session_id: session } = decodeJwt<{ sub: string; session_id: string }>(token)
    await deps.db.updateTable('admins').set({ role }).where('id', '=', id).execute()
    const confirmed_at = deps.now().toISOString()
    await deps.db.updateTable('sessions').set({ confirmed_at }).where('id', '=', session).execute()
    return { id, session, token }
  }

  async #factor(admin_id: string, status: 'verified' | 'unverified'): Promise<string> {
    const { db, secretKey, now } = this.#app.deps
    const { id } = await db
      .insertInto('factors')
      .values({
        admin_id,
        type: 'totp',
        name: '',
        status,
        secret: seal(secretKey, SECRET),
        created_at: now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Makes the same token valid for a client's link and for a mailed link, of another kind each time. */
  async #linkOf(clientId: number): Promise<void> {
    const { db } = this.#app.deps
    const token_hash = hashToken(this.#link)
    await db.deleteFrom('verification_links').where('token_hash', '=', token_hash).execute()
    await db
      .insertInto('verification_links')
      .values({ token_hash, client_id: clientId, email: 'x@example.com', ...this.#life() })
      .execute()
  }

  async #mailedLink(admin_id: string): Promise<void> {
    const { db } = this.#app.deps
    await db.deleteFrom('one_time_codes').execute()
    const kind = KINDS[this.#refills++ % KINDS.length]!
    const { issued_at: created_at, expires_at } = this.#life()
    const token_hash = hashToken(this.#link)
    const code = { admin_id, kind, email: MEMBER.email, token_hash, code_hash: '' }
    await db
      .insertInto('one_time_codes')
      .values({ ...code, created_at, expires_at })
      .execute()
  }

  #life() {
    const at = this.#app.deps.now()
    return {
      issued_at: at.toISOString(),
      expires_at: new Date(at.getTime() + 60 * 60 * 1000).toISOString(),
    }
  }

  #know(values: Partial<Record<keyof typeof KNOWN, string | number>>): void {
    for (const [name, value] of Object.entries(values))
      this.#real.set(String(KNOWN[name as keyof typeof KNOWN]), String(value))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in the answers of the test app
  async #call(method: 'GET' | 'POST', url: string, payload?: string): Promise<any> {
    const type = payload?.startsWith('{') ? 'application/json' : 'multipart/form-data; boundary=x'
    const headers = {
      authorization: this.authorization('admin'),
      ...(payload && { 'content-type': type }),
    }
    const reply = await this.#app.app.inject({ method, url, payload, headers })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.body}`)
    return reply.json()
  }
}
