import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { embedLogo } from './letter-firm.ts'
import { DeliveryError, type Mail } from './mail.ts'
import { Pace } from './pace.ts'
import { envelope } from './smtp.ts'

/** Shown in the browser to every administrator. */
export const outboxFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'outbox')

/** Never shown in the browser: account emails open accounts. */
export const accountMailFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'account-mails')

/** The reply's code for an email that the outbox took instead of a mail server. */
export const outboxCode = (provider: string | null | undefined) =>
  provider === 'outbox' ? ('written_to_outbox' as const) : undefined

/** Writes mails to a folder while no SMTP server is set: one .eml file each. */
export async function openOutbox(config: Config, folder = outboxFolder(config)): Promise<Mail> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const attach = embedLogo(config)
  const pace = new Pace(config.MAIL_RATE)
  return {
    provider: 'outbox',
    pace,
    async send(mail, mayLeave) {
      await mayLeave?.()
      await pace.keep((slot) => slot(() => false))
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail({
        ...envelope(mail, config),
        attachments: attach(mail),
      })
      const file = path.join(folder, nameOf(mail.messageId))
      try {
        // Renamed when complete: nobody reads half a mail.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
        await rename(`${file}.part`, file)
      } catch (error) {
        const words = 'The outbox cannot take emails. Ask whoever runs your server to look.'
        throw new DeliveryError('unreachable', words, { response: String(error), cause: error })
      }
      return 'written to the outbox'
    },
    close: async () => {},
  }
}

/** Time and Message-ID: sorted by name, mails are sorted by time. */
const nameOf = (messageId: string) =>
  `${new Date().toISOString().replace(/[-:.]/g, '')}-${messageId.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '')}.eml`
