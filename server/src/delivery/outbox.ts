import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { DeliveryError, type Mail } from './mail.ts'
import { Pace } from './pace.ts'
import { envelope } from './smtp.ts'

/** What may be looked at in the browser; mails about accounts are kept elsewhere. */
export const outboxFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'outbox')

/** Those about accounts: the outbox can be looked at by every administrator. */
export const accountMailFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'account-mails')

/** Where mails go while no SMTP server is set: one .eml file each, named by its Message-ID. */
export async function openOutbox(config: Config, folder = outboxFolder(config)): Promise<Mail> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const pace = new Pace(config.MAIL_RATE)
  return {
    provider: 'outbox',
    pace,
    async send(mail, mayLeave) {
      await mayLeave?.()
      await pace.keep((slot) => slot(() => false))
      const { message } = await composer.sendMail(envelope(mail, config))
      const file = path.join(
        folder,
        `${mail.messageId.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '')}.eml`,
      )
      try {
        // Beside, then renamed: nobody reads half a mail, and a second try replaces the first.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
        await rename(`${file}.part`, file)
      } catch (error) {
        const words = 'The outbox folder cannot be written to.'
        throw new DeliveryError('unreachable', words, { response: String(error), cause: error })
      }
      return 'written to the outbox'
    },
    close: async () => composer.close(),
  }
}
