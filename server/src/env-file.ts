import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './check-settings.ts'

/** A value without quotes that has a # after a letter: the parser would cut it there without a word. */
const CUT_VALUE = /^\s*(?:export\s+)?(\w+)\s*=(?!\s*["'`])(?:[^\n#]*[^\s#])?#/m

/** Adds `.env` of the working folder to the environment, whose own variables win. */
export function loadEnvFile(file = '.env', env = process.env): NodeJS.ProcessEnv {
  let text = ''
  try {
    // Editors on Windows may put a mark before the first name.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError(`.env cannot be read: ${message}`)
  }
  if (text.includes('\0')) throw new ConfigError('.env must be saved as UTF-8')
  const [, cut] = CUT_VALUE.exec(text) ?? []
  if (cut) throw new ConfigError(`${cut} in .env needs quotes, since a # would end it`)
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
  return env
}
