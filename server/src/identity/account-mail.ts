import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mailDomain } from '../config.ts'
import { DeliveryError, type Mail, type Outgoing } from '../delivery/mail.ts'
import type { Deps } from '../deps.ts'
import { accountLetter, CODE_WORDS, type Words } from './account-letters.ts'
import type { OneTimeCode } from './one-time-codes.ts'

const PAUSES_MS = [2_000, 20_000]

/** Mail that a stranger asks for is sent at a random moment within this time. */
const SPREAD_MS = 2_000

interface Parts extends Pick<Deps, 'mail' | 'config' | 'log'> {
  /** Takes account emails while there is no mail server, since the outbox in the browser must not show them. */
  aside: Mail
}

/** Sends account emails without a ledger row, whose readers must not get another's link. */
export class AccountMail {
  readonly #parts: Parts
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  #hurry = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  sendCode(to: string, code: OneTimeCode): void {
    const words = CODE_WORDS[code.kind]
    this.#send(to, words, { url: words.action && this.linkOf(code), digits: code.digits })
  }

  /** The token is behind the #, so that no log and no referrer has it. */
  linkOf({ token }: OneTimeCode): string {
    return `${this.#parts.config.PUBLIC_URL}/link#${token}`
  }

  sendNotice(to: string, words: Words): void {
    this.#send(to, words, {})
  }

  /** Sends in the background, since waiting would reveal who has an account. */
  #send(to: string, words: Words, parts: { url?: string; digits?: string }): void {
    const { config } = this.#parts
    const mail = {
      ...accountLetter({ words, firm: config.FIRM_NAME, ...parts }),
      to: { name: '', address: to },
      messageId: `<${randomUUID()}@${mailDomain(config)}>`,
    }
    this.inBackground(() => this.#deliver(mail))
  }

  /** Hides the duration of work. `spread` also hides it from strangers who time later calls. */
  inBackground(work: () => Promise<unknown>, { spread = false } = {}): void {
    const { signal } = this.#hurry
    const wait = spread ? pause(Math.random() * SPREAD_MS, undefined, { signal }) : undefined
    const done = Promise.resolve(wait)
      .catch(() => {})
      .then(work)
      .catch((error) =>
        this.#parts.log.error(error, 'an email or log entry about an account failed'),
      )
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async #deliver(mail: Outgoing): Promise<void> {
    for (const next of [...PAUSES_MS, undefined]) {
      try {
        const { mail: current, aside } = this.#parts
        await (current.provider === 'outbox' ? aside : current).send(mail)
        return
      } catch (error) {
        const lost = next === undefined || this.#closing.signal.aborted
        const known = error instanceof DeliveryError
        if (lost || !known || error.kind === 'permanent') {
          this.#parts.log[known ? 'warn' : 'error'](error, 'a mail about an account was not sent')
          return
        }
        await pause(next, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      this.#hurry.abort()
      this.#hurry = new AbortController()
      await Promise.all(this.#running)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.idle()
  }
}
