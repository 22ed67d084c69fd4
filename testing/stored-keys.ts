import type { Deps } from '../server/src/deps.ts'

export async function storedKeys(store: Deps['store']): Promise<string[]> {
  const keys: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await store.listAll('', { recursive: true, paginationToken })
    for (const each of page.objects) if (each.isFile) keys.push(each.key)
    paginationToken = page.paginationToken
  } while (paginationToken)
  return keys
}
