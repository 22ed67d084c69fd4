import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { TestApp } from './start-test-app.ts'

/** Account mails to the address, the oldest first. `subject` filters by prefix. */
export async function accountMailsTo(
  { deps, config }: Pick<TestApp, 'deps' | 'config'>,
  to: string,
  wanted = '',
) {
  await deps.accountMail.idle()
  const folder = path.join(config.DATA_DIR, 'account-mails')
  const files = (await readdir(folder)).map((name) => path.join(folder, name))
  const mails = await Promise.all(
    files.map(async (file) => ({
      ...(await PostalMime.parse(await readFile(file))),
      writtenAt: (await stat(file)).mtimeMs,
    })),
  )
  return mails
    .sort((a, b) => a.writtenAt - b.writtenAt)
    .filter((mail) => mail.to?.some(({ address }) => address === to.toLowerCase()))
    .filter((mail) => mail.subject?.startsWith(wanted))
    .map(({ subject = '', text = '' }) => ({
      subject,
      text,
      /** The part of the link after the #. */
      token: /\/link#(\S+)/.exec(text)?.[1] ?? '',
      digits: /\b(\d{6})\b/.exec(text)?.[1] ?? '',
    }))
}

/** The only account mail with this subject. */
export async function accountMail(
  app: Pick<TestApp, 'deps' | 'config'>,
  to: string,
  subject: string,
) {
  const found = await accountMailsTo(app, to, subject)
  if (found.length !== 1) throw new Error(`${found.length} mails “${subject}” to ${to}`)
  return found[0]!
}
