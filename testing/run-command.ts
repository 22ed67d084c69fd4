import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Runs a script of `server/src` to its end, like `npm run … -- args`. */
export async function runCommand(script: string, env: Record<string, string>, ...args: string[]) {
  const command = path.resolve(import.meta.dirname, '../server/src', script)
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd: env.DATA_DIR,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, output: output.trim() }
}
