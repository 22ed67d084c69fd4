import { CommandError } from '../command.ts'

export const AGE_MAGIC = 'age-encryption.org/v1\n'

/** Takes 32 MB and a third of a second. The usual 18 takes 256 MB; long passphrases make up for it. */
const WORK_FACTOR = 15

export const encryptWith = (passphrase: string) =>
  async function* (plain: AsyncIterable<Buffer>) {
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(WORK_FACTOR)
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(ReadableStream.from(plain))
  }

export const decryptWith = (passphrase: string) =>
  async function* (encrypted: AsyncIterable<Buffer>) {
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const plain = await decrypter.decrypt(ReadableStream.from(encrypted)).catch((cause: Error) => {
      throw new CommandError(
        'BACKUP_PASSPHRASE does not open this backup: another one encrypted it, or the file is damaged.',
        { cause },
      )
    })
    yield* plain
  }
