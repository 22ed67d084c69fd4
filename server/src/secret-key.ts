import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from './check-settings.ts'

export const secretKeyFile = (dataDir: string) => path.join(dataDir, 'secret-key')

export async function findSecretKey(setting: string | undefined, dataDir: string) {
  if (setting) return setting
  const file = secretKeyFile(dataDir)
  const text = await readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return ''
    throw new ConfigError(`The secret key cannot be read: ${message}`)
  })
  return text.trim()
}

/** Makes a key only once the database has `opened`, since a restore refuses the key of a failed first start. */
export async function loadSecretKey(
  setting: string | undefined,
  dataDir: string,
  opened?: Promise<unknown>,
) {
  const kept = await findSecretKey(setting, dataDir)
  if (kept) return kept
  await opened
  const file = secretKeyFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeSecretKey(file, randomBytes(32).toString('base64url'))
  return (await readFile(file, 'utf8')).trim()
}

/** Writes the key atomically. Returns false if another process made a key first. */
export async function writeSecretKey(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft)
  }
}

export const keyFor = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'attest', purpose, 32))

/** Hashes codes short enough to guess, so that a reader of the database needs the secret key too. Hex. */
export const keyedHash = (secretKey: string, text: string): string =>
  createHmac('sha256', keyFor(secretKey, 'codes')).update(text).digest('hex')

/** AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag, as base64url. */
export function seal(secretKey: string, plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}

export function unseal(secretKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  return plain.toString('utf8')
}

export const newToken = (): string => randomBytes(32).toString('base64url')

/** Hashes long tokens. Six digits are too few: use `keyedHash` for them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newSixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')
