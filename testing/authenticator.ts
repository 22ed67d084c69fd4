import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface Ceremony {
  challenge: ArrayBuffer | Uint8Array
}

/** A passkey in software (ES256, no attestation), with the JSON of a browser. `origin`: that of the page. */
export class Authenticator {
  readonly #origin: string
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  create({ challenge }: Ceremony) {
    const credential = Buffer.concat([Buffer.alloc(16), uint16(32), this.#id, this.#publicKey()])
    const authData = this.#authData(USER_PRESENT | CREDENTIAL_INCLUDED, credential)
    const attestationObject = Buffer.concat([
      cborMap(3),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      cborMap(0),
      cborText('authData'),
      cborBytes(authData),
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    })
  }

  get({ challenge }: Ceremony) {
    this.counter++
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(USER_PRESENT)
    const signature = createSign('sha256')
      .update(authData)
      .update(createHash('sha256').update(clientData).digest())
      .sign(this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #answer<R extends object>(response: R) {
    const id = this.#id.toString('base64url')
    const json = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    return { ...json, toJSON: () => json }
  }

  #clientData(type: string, challenge: Ceremony['challenge']): Buffer {
    const text = Buffer.from(new Uint8Array(challenge)).toString('base64url')
    return Buffer.from(JSON.stringify({ type, challenge: text, origin: this.#origin }))
  }

  #authData(flags: number, credential = Buffer.alloc(0)): Buffer {
    const site = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([site, Buffer.from([flags]), counter, credential])
  }

  /** In COSE: key type 2 (elliptic), algorithm -7 (ES256), curve 1 (P-256), x, y. */
  #publicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]
    const coordinate = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name]), cborBytes(Buffer.from(value, 'base64url'))])
    return Buffer.concat([Buffer.from(head), coordinate(0x21, x!), coordinate(0x22, y!)])
  }
}

const USER_PRESENT = 0x01
const CREDENTIAL_INCLUDED = 0x40

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])

/** Only the CBOR (RFC 8949) that an attestation without a statement needs. */
const cborMap = (pairs: number) => Buffer.from([0xa0 | pairs])
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
/** For 24 to 255 bytes, whose shortest form this is: the reader requires that. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
