import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Address } from 'postal-mime'
import type { Config } from '../config.ts'
import type { Page } from '../db/pages.ts'
import { notFound } from '../http/errors.ts'
import { outboxFolder } from './outbox.ts'

const ENDING = '.eml'

export async function listMails(config: Config, { page, limit }: Page) {
  const names = (await readdir(outboxFolder(config))).filter((name) => name.endsWith(ENDING))
  const wanted = names
    .sort()
    .reverse()
    .slice((page - 1) * limit, page * limit)
  const mails = await Promise.all(
    wanted.map((name) => readMail(config, name.slice(0, -ENDING.length))),
  )
  return { mails, total: names.length }
}

export async function readMail(config: Config, id: string) {
  // Keeps the path inside the folder.
  if (!/^[\w-][\w.-]*$/.test(id)) notFound('Email')
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
