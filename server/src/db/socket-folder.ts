import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const NAME = '.s.PGSQL.5432'
/** The system's limit is 104 bytes on macOS and 108 on Linux. */
const LONGEST_PATH = 103

/** In the data folder, or in the temporary folder if the path is too long. Only we may enter. */
export function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'socket')
  const fits = Buffer.byteLength(path.join(inside, NAME)) <= LONGEST_PATH
  const folder = fits ? inside : path.join(tmpdir(), `attest-${hashOf(realpathSync(dataDir))}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Anyone may have made this name in the shared temporary folder.
  if (!fits && lstatSync(folder).uid !== process.getuid?.()) {
    throw new Error(`The folder ${folder} belongs to somebody else. Remove it, or set TMPDIR.`)
  }
  chmodSync(folder, 0o700)
  return folder
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
