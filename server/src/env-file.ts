import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './check-settings.ts'

/** A value without quotes that has a # after a letter: the parser would cut it there without a word. */
const CUT_VALUE = /^\s*(?:export\s+)?(\w+)\s*=(?!\s*["'`])(?:[^\n#]*[^\s#])?#/m

/** Loads `.env` of the working folder; variables of the environment win. */
export function loadEnvFile(file = '.env', env = process.env): void {
  if (!existsSync(file)) return
  const text = readEnvFile(file)
  if (text.includes('\0')) throw new ConfigError('.env must be saved as UTF-8')
  const [, cut] = CUT_VALUE.exec(text) ?? []
  if (cut) throw new ConfigError(`${cut} in .env needs quotes, since a # would end it`)
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
}

/** Editors on Windows may put a mark before the first name. */
function readEnvFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new ConfigError(`.env cannot be read: ${(error as Error).message}`)
  }
}
