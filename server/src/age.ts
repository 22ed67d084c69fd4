type Source = Iterable<Buffer> | AsyncIterable<Buffer>

/** Returns the bytes in the age format. @param workFactor of scrypt: the binary logarithm of its cost */
export async function encrypt(plain: Source, passphrase: string, workFactor: number) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(ReadableStream.from(plain))
}

/** Rejects if another passphrase encrypted the bytes; the stream fails once they are damaged. */
export async function decrypt(encrypted: Source, passphrase: string) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(ReadableStream.from(encrypted))
}
