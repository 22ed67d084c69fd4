import type { Disk } from 'flydrive'
import type { ObjectMetaData } from 'flydrive/types'

/** Keys as addAttachment makes them. Other files in the store are not the product's. */
const OWN_KEY = /^\d+\/[\w-]+$/
export const isOwnKey = (key: string) => OWN_KEY.test(key)

export async function* pagesOfKeys(store: Disk): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const page = await store.listAll('', { recursive: true, paginationToken })
    const files = [...page.objects].filter((each) => each.isFile)
    yield files.map((each) => each.key).filter(isOwnKey)
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** undefined if the file is gone: other processes delete too. */
export async function findMetaData(store: Disk, key: string): Promise<ObjectMetaData | undefined> {
  try {
    return await store.getMetaData(key)
  } catch (error) {
    if (await store.exists(key)) throw error
    return undefined
  }
}
