import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Address } from 'postal-mime'
import type { Config } from '../config.ts'
import type { Page } from '../db/pages.ts'
import { logoAttachment } from '../firm-logo.ts'
import { notFound } from '../http/errors.ts'
import { DeliveryError, type Mail } from './mail.ts'
import { Pace } from './pace.ts'
import { envelope } from './smtp.ts'

/** Shown in the browser to every administrator. */
export const outboxFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'outbox')

/** Never shown in the browser: account emails open accounts. */
export const accountMailFolder = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'account-mails')

export const outboxCode = (provider: string | null | undefined) =>
  provider === 'outbox' ? ('written_to_outbox' as const) : undefined

/** Writes mails to a folder while no SMTP server is set: one .eml file each. */
export async function openOutbox(config: Config, folder = outboxFolder(config)): Promise<Mail> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
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
        attachments: logoAttachment(config, mail.html),
      })
      const file = path.join(folder, nameOf(mail.messageId))
      try {
        // Renamed when complete, so that nobody reads half a mail.
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

/** Starts with the time, so that mails sorted by name are sorted by time. */
const nameOf = (messageId: string) =>
  `${new Date().toISOString().replace(/[-:.]/g, '')}-${messageId.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '')}.eml`

const ENDING = '.eml'
const NAME = /^[\w-][\w.-]*$/

export async function listMails(config: Config, { page, limit }: Page) {
  const entries = await readdir(outboxFolder(config), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
  const names = files.map(({ name }) => name.slice(0, -ENDING.length)).filter((id) => NAME.test(id))
  const wanted = names
    .sort()
    .reverse()
    .slice((page - 1) * limit, page * limit)
  // A file that cannot be read must not hide the other mails.
  const mails = await Promise.all(wanted.map((id) => readMail(config, id).catch(() => [])))
  return { mails: mails.flat(), total: names.length }
}

export async function readMail(config: Config, id: string) {
  if (!NAME.test(id)) notFound('Email')
  const file = path.join(outboxFolder(config), id + ENDING)
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') notFound('Email')
    throw error
  })
  const mail = await PostalMime.parse(bytes)
  return {
    id,
    to: addressText(mail.to?.[0]),
    from: addressText(mail.from),
    replyTo: mail.replyTo?.[0] ? addressText(mail.replyTo[0]) : null,
    subject: mail.subject ?? '',
    written_at: (await stat(file)).mtime.toISOString(),
    html: mail.html ?? '',
    text: mail.text ?? '',
  }
}

function addressText(address: Address | undefined): string {
  if (!address?.address) return ''
  return address.name ? `${address.name} <${address.address}>` : address.address
}
