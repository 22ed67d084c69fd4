import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const long = (letter: string, count: number) => `${letter.repeat(count)}.txt`

test.each([
  ['quotes and percent signs', 'Deed "final" 100%.txt', 'Deed "final" 100%.txt'],
  ['line breaks, which become spaces', 'Deed\r\nof\nsale.txt', 'Deed of sale.txt'],
  ['a backslash', 'Smith \\ Jones.txt', 'Smith \\ Jones.txt'],
  ['no folders of an old browser on Windows', 'C:\\Users\\x\\deed.txt', 'deed.txt'],
  ['no folders of a server', '\\\\server\\deeds\\deed.txt', 'deed.txt'],
  ['no folders of others', 'deeds/2024/deed.txt', 'deed.txt'],
  ['251 letters before its ending', long('a', 251), long('a', 251)],
  ['as many letters as fit, and its ending', long('a', 300), `${'a'.repeat(248)}….txt`],
  ['whole letters only', long('ü', 200), `${'ü'.repeat(124)}….txt`],
  ['whole emoji only', long('📄', 80), `${'📄'.repeat(62)}….txt`],
])('keeps %s in a file’s name', async (_, name, kept) => {
  const { api, app, deps, token } = await startTestApp()
  const url = `/api/admin/users/${(await aClient(deps)).id}/attachments`
  const { body } = await api.upload(url, {}, new File(['the deed'], name))
  expect(body.original_name).toBe(kept)
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255)
  const { headers } = await app.inject({
    url: `/api/admin/attachments/${body.id}/download`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(headers['content-disposition']).toMatch(/^attachment; filename/)
})
