import type { Disk } from 'flydrive'

/** As addAttachment makes them. What else lies in the store is not the product's. */
const OWN_KEY = /^\d+\/[\w-]+$/

/** Of all files of clients in the store, as it lists them. */
export async function* pagesOfKeys(store: Disk): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const page = await store.listAll('', { recursive: true, paginationToken })
    const files = [...page.objects].filter((each) => each.isFile)
    yield files.map((each) => each.key).filter((key) => OWN_KEY.test(key))
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** In ms; undefined if the file is gone: other processes sweep too. */
export async function changedAt(store: Disk, key: string): Promise<number | undefined> {
  try {
    return (await store.getMetaData(key)).lastModified.getTime()
  } catch (error) {
    if (await store.exists(key)) throw error
    return undefined
  }
}
