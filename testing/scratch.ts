import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where tests put their folders: in memory, ten times as fast, if the machine can spare a gigabyte. */
export function scratch(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 30 ? memory : tmpdir()
}
