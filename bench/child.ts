import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Runs a script of this folder; `said` is its first line of output. */
export async function startChild(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return {
    said: String(line).trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
