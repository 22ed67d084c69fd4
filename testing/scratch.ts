import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The place of test folders: in memory, ten times as fast, if a gigabyte is free. */
export function scratch(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 30 ? memory : tmpdir()
}
