import { readdir } from 'node:fs/promises'
import type { Endpoint } from '@attest/contract/endpoint'

const CONTRACT = new URL('../contract/src/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  value instanceof Object && 'method' in value && 'path' in value

/** Every call that a file of the contract describes. */
export async function describedCalls(): Promise<Endpoint[]> {
  const names = (await readdir(CONTRACT)).filter((name) => /^[\w-]+\.ts$/.test(name))
  const files: Record<string, unknown>[] = await Promise.all(
    names.map((name) => import(`${CONTRACT}${name}`)),
  )
  return files.flatMap((file) => Object.values(file).filter(isEndpoint))
}
