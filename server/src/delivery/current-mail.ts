import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { DeliveryError, type Mail, type Outgoing } from './mail.ts'
import { openOutbox } from './outbox.ts'
import { Pace } from './pace.ts'
import { openSmtp } from './smtp.ts'

const UNREADABLE =
  'The mail server’s password can no longer be read, since the server’s secret key is another one. Enter it again in the settings.'

/** Sends through the mail server that the settings name now, or the outbox while they name none. */
export class CurrentMail implements Mail {
  readonly #config: Config
  readonly #log: FastifyBaseLogger
  #mail: Mail
  #settings: string
  #server: string
  #inFlight = 0
  #changing: Promise<void> | undefined
  #onDrained = () => {}
  /** Called once mails go to another server, or come from another sender. */
  onChange = () => {}

  static async open(config: Config, log: FastifyBaseLogger): Promise<CurrentMail> {
    return new CurrentMail(config, log, await openBy(config))
  }

  private constructor(config: Config, log: FastifyBaseLogger, mail: Mail) {
    this.#config = config
    this.#log = log
    this.#mail = mail
    this.#settings = settingsOf(config)
    this.#server = serverOf(config)
  }

  get provider(): string {
    return this.#mail.provider
  }

  get pace(): Pace {
    return this.#mail.pace
  }

  /** True while mails in flight end under the former settings. New mails wait meanwhile. */
  get isChanging(): boolean {
    return this.#changing !== undefined
  }

  async send(mail: Outgoing, mayLeave?: () => Promise<void>): Promise<string> {
    while (this.#changing) await this.#changing
    this.#inFlight++
    try {
      return await this.#mail.send(mail, mayLeave)
    } finally {
      if (--this.#inFlight === 0) this.#onDrained()
    }
  }

  /** Applies the present settings. Resolves once mails are sent by them. */
  follow(): Promise<void> {
    if (!this.#changing && settingsOf(this.#config) !== this.#settings)
      this.#changing = this.#change()
        .catch((error) => this.#log.error(error, 'the mail settings could not be followed'))
        .finally(() => {
          this.#changing = undefined
        })
    return this.#changing ?? Promise.resolve()
  }

  async #change(): Promise<void> {
    while (this.#inFlight > 0)
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve
      })
    const settings = settingsOf(this.#config)
    const former = this.#mail
    this.#mail = await openBy(this.#config)
    this.#settings = settings
    const server = serverOf(this.#config)
    if (server !== this.#server) this.onChange()
    this.#server = server
    await former.close()
  }

  async close(): Promise<void> {
    await this.#changing
    await this.#mail.close()
  }
}

const serverOf = ({ SMTP_URL, MAIL_OAUTH_URL, MAIL_FROM, unreadable }: Config) =>
  JSON.stringify([SMTP_URL, MAIL_OAUTH_URL, MAIL_FROM, unreadable.has('SMTP_URL')])

const settingsOf = (config: Config) =>
  JSON.stringify([serverOf(config), config.MAIL_REPLY_TO, config.MAIL_RATE])

function openBy(config: Config): Mail | Promise<Mail> {
  if (config.unreadable.has('SMTP_URL')) return refusing(UNREADABLE)
  return config.SMTP_URL ? openSmtp(config.SMTP_URL, config) : openOutbox(config)
}

/** Keeps every mail waiting; the words are the reason shown. */
const refusing = (words: string): Mail => ({
  provider: 'none',
  pace: new Pace(),
  send: () => Promise.reject(new DeliveryError('unreachable', words, {})),
  close: async () => {},
})
