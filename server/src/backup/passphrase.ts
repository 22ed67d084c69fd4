import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

/**
 * The passphrase of an age file. As the library's own, but by Node's scrypt: in JavaScript it holds the server up for
 * seconds.
 */

/** It needs 32 MB of memory. The usual 18 needs 256 MB; a passphrase of 16 characters makes up for it. */
const WORK_FACTOR = 15
const MOST_WORK = 20
const BLOCK_SIZE = 8
const LABEL = 'age-encryption.org/v1/scrypt'
const NONCE = Buffer.alloc(12)
const TAG_BYTES = 16

export const CIPHER = 'chacha20-poly1305'

/** Also tells the caller the key that it wraps. */
export const recipientOf = (
  passphrase: string,
  tell: (fileKey: Uint8Array) => void,
): Recipient => ({
  async wrapFileKey(fileKey) {
    tell(fileKey)
    const salt = randomBytes(16)
    const key = await keyFrom(passphrase, salt, WORK_FACTOR)
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    const shown = salt.toString('base64').replaceAll('=', '')
    return [new Stanza(['scrypt', shown, String(WORK_FACTOR)], body)]
  },
})

export const identityOf = (passphrase: string): Identity => ({
  async unwrapFileKey([stanza, ...others]) {
    const [type, salt = '', work = ''] = stanza?.args ?? []
    if (!stanza || type !== 'scrypt' || others.length > 0 || !(Number(work) <= MOST_WORK))
      return null
    const key = await keyFrom(passphrase, Buffer.from(salt, 'base64'), Number(work))
    const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES))
    const fileKey = decipher.update(stanza.body.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
      return fileKey
    } catch {
      return null
    }
  },
})

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

function keyFrom(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const N = 2 ** work
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE }
  return derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, options)
}
