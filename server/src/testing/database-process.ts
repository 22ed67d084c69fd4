import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export interface DatabaseProcess {
  child: ChildProcess
  /** Every line it has written so far. */
  lines: string[]
  /** Resolves when that many lines are there. */
  written(count: number): Promise<void>
  /** Kill -9, and wait until it is gone. */
  kill(): Promise<void>
}

/** Runs `write-until-killed.ts` on a data folder in a process of its own. */
export function startDatabaseProcess(dataDir: string): DatabaseProcess {
  const script = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines: string[] = []
  const output = createInterface(child.stdout)
  output.on('line', (line) => lines.push(line))
  const kill = () => {
    child.kill('SIGKILL')
    return gone
  }
  onTestFinished(kill)
  const written = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (lines.length >= count && resolve())
      output.on('line', look)
      void gone.then(() => reject(new Error('The process ended early')))
      look()
    })
  return { child, lines, written, kill }
}
