import { expect, test } from 'vitest'
import { aWorkbook, readHostile } from './fixtures/hostile-sheets.ts'

const MB = 1024 * 1024

test('a sheet whose texts need too much memory is rejected', async () => {
  const text = await aWorkbook(
    `<row><c t="inlineStr"><is><t>${'x'.repeat(140 * MB)}</t></is></c></row>`,
  )
  await expect(readHostile('text.xlsx', text)).rejects.toThrow(/needs too much memory/)
})
