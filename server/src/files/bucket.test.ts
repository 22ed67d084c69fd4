import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startS3Server } from '../../../testing/s3-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openBucket } from './bucket.ts'

test('a silent bucket gives a timeout', async () => {
  const { url, fallSilent } = await startS3Server()
  const file = path.join(temporaryFolder(), 'deed.txt')
  await writeFile(file, 'the deed')
  const bucket = openBucket(url, 100)
  await bucket.put('1/x', 'the deed')
  fallSilent()
  for (const call of [
    () => bucket.moveFromFs(file, '1/y'),
    () => bucket.getStream('1/x'),
    () => bucket.delete('1/x'),
    () => bucket.listAll('', { recursive: true }),
  ]) {
    await expect(call()).rejects.toThrow()
  }
})
