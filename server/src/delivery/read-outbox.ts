import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Address } from 'postal-mime'
import type { Config } from '../config.ts'
import type { Page } from '../db/pages.ts'
import { notFound } from '../http/errors.ts'
import { outboxFolder } from './outbox.ts'

const ENDING = '.eml'
/** Keeps the path inside the folder. */
const NAME = /^[\w-][\w.-]*$/

export async function listMails(config: Config, { page, limit }: Page) {
  const files = (await readdir(outboxFolder(config))).filter((name) => name.endsWith(ENDING))
  const names = files.map((name) => name.slice(0, -ENDING.length)).filter((id) => NAME.test(id))
  const wanted = names
    .sort()
    .reverse()
    .slice((page - 1) * limit, page * limit)
  const mails = await Promise.all(
    wanted.map((id) => readMail(config, id).catch(() => ({ ...UNREADABLE, id }))),
  )
  return { mails, total: names.length }
}

/** A file that somebody else has put there stops no other mail. */
const UNREADABLE = {
  to: '',
  from: '',
  replyTo: null,
  subject: 'This file is not an email',
  written_at: new Date(0).toISOString(),
  html: '',
  text: '',
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
