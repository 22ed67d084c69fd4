import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'

/** Fields of requests and replies whose text is a secret. */
const SECRET = /token|password|secret|nonce|verifier|challenge|^uri$|code/i
/** A link's token in a mail. */
const TOKEN = /[\w-]{43}/g
const SIX_DIGITS = /\b\d{6}\b/g
/** The word of an error, whose field is also called `code`. */
const WORD = /^[a-z_]*$/

/** Collects secrets of requests, replies and emails, which no log line may contain. */
export class SecretWatch {
  readonly #secrets = new Set<string>()

  /** Collects the secrets of a body. */
  see(body: unknown, field = ''): void {
    if (typeof body === 'string' && SECRET.test(field) && isSecret(field, body))
      this.#secrets.add(body)
    if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return
    for (const [key, value] of Object.entries(body))
      this.see(value, Array.isArray(body) ? field : key)
  }

  /** Collects links of clients' and account mails, and codes of the latter. */
  async seeMails(dataDir: string): Promise<void> {
    for (const text of await textsOf(path.join(dataDir, 'account-mails')))
      for (const [secret] of [...text.matchAll(TOKEN), ...text.matchAll(SIX_DIGITS)])
        this.#secrets.add(secret)
    for (const text of await textsOf(path.join(dataDir, 'outbox')))
      for (const [secret] of text.matchAll(TOKEN)) this.#secrets.add(secret)
  }

  /** Returns the lines that contain a secret. */
  leaksIn(lines: string[]): string[] {
    const all = lines.join('\n')
    const leaked = [...this.#secrets].filter((secret) => all.includes(secret))
    return lines.filter((line) => leaked.some((secret) => holds(secret, line)))
  }
}

/** Ignores short texts, which would match by chance. */
const isSecret = (field: string, text: string): boolean =>
  /password/i.test(field) ? text.length >= 8 : text.length >= 6 && !WORD.test(text)

/** Digits count only as a whole word, as they can be part of a time. */
const holds = (secret: string, line: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(line) : line.includes(secret)

const MOST_MAILS = 50

async function textsOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).slice(0, MOST_MAILS)
  return Promise.all(
    mails.map(async (name) => {
      const { text, html } = await PostalMime.parse(await readFile(path.join(folder, name)))
      return `${text}\n${html}`
    }),
  )
}
