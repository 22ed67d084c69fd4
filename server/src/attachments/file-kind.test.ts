import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')
/** The prefix that a printer driver writes. */
const PJL = Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE = PDF\r\n')
const LOCKED = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An archive whose sizes stand behind its entries, without a signature. */
const SIZES_BEHIND = readFileSync(
  new URL('../../../testing/sheets/sizes-behind.docx', import.meta.url),
)

async function withClient() {
  const app = await startTestApp()
  const url = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  const add = (content: Buffer | string, name: string) =>
    app.api.upload(url, {}, new File([content], name))
  const files = async () => (await app.api.get(url)).body
  return { ...app, add, files }
}

test.each([
  ['notes.txt', 'Ünïcode text', 'text/plain', 'document'],
  ['lease.txt', 'BMW lease, three years', 'text/plain', 'document'],
  ['initials.txt', 'MZ called about the deed', 'text/plain', 'document'],
  ['gifts.csv', 'GIFTS;TO\n1;2', 'text/csv', 'spreadsheet'],
  ['ids.csv', 'ID3;ID4\n1;2', 'text/csv', 'spreadsheet'],
  ['list.csv', 'a;b\n1;2', 'text/csv', 'spreadsheet'],
  [
    'photo.JPG',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]),
    'image/jpeg',
    'image',
  ],
  ['from-dos.txt', 'Old notes\r\n\x1a', 'text/plain', 'document'],
  ['from-dos.csv', 'a;b\r\n1;2\r\n\x1a', 'text/csv', 'spreadsheet'],
  ['letter.doc', '{\\rtf1\\ansi Dear client}', 'application/rtf', 'document'],
  ['break.pdf', Buffer.concat([Buffer.from('\r\n'), PDF]), 'application/pdf', 'document'],
  ['printed.pdf', Buffer.concat([PJL, PDF]), 'application/pdf', 'document'],
  ['with a password.docx', LOCKED, DOCX, 'document'],
  ['sizes behind.docx', SIZES_BEHIND, DOCX, 'document'],
  ['with a password.xlsx', LOCKED, XLSX, 'spreadsheet'],
])('accepts %s by its name and its content', async (name, content, mime_type, category) => {
  const { add } = await withClient()
  expect((await add(content, name)).body).toMatchObject({ mime_type, category })
})

test.each([
  ['notes.txt', 'Our notes'],
  ['list.csv', 'a;b\r\n1;2'],
  ['chinese.txt', '\u4e2d\u6587'],
])('refuses %s in UTF-16 with advice to save it as UTF-8', async (name, text) => {
  const app = await withClient()
  const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le')
  for (const content of [littleEndian, Buffer.from(littleEndian).swap16()]) {
    expect(await app.add(content, name)).toMatchObject({
      status: 400,
      body: { message: 'This text cannot be read. Save it again with the encoding UTF-8.' },
    })
  }
  expect(await app.files()).toEqual([])
})

test('serves a GIF that is also a script only as an image', async () => {
  const app = await withClient()
  const both = Buffer.concat([
    Buffer.from('GIF89a/*'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0]),
    Buffer.from('*/=1;alert(document.domain)//<script>alert(1)</script>'),
  ])
  for (const name of ['both.html', 'both.js', 'both.svg', 'both.txt']) {
    expect((await app.add(both, name)).status).toBe(400)
  }
  const { body } = await app.add(both, 'both.gif')
  const { headers } = await app.send('GET', body.preview_url, { headers: { authorization: '' } })
  expect(headers).toMatchObject({
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(await app.files()).toHaveLength(1)
})

test('sends a page that is also a PDF only as a download', async () => {
  const app = await withClient()
  const both = Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), PDF])
  expect((await app.add(both, 'both.html')).status).toBe(400)
  const { body } = await app.add(both, 'both.pdf')
  expect(body.preview_url).toBeNull()
  const { headers } = await app.api.get(`/api/admin/attachments/${body.id}/download`)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
const ZIP_START = Buffer.from('504b0304', 'hex')
const HUGE_NAME = Buffer.concat([ZIP_START, Buffer.alloc(22, 0), Buffer.from('ffffffff', 'hex')])

test.each([
  ['cut.png', PNG_START],
  ['cut.docx', ZIP_START],
  ['half.docx', SIZES_BEHIND.subarray(0, 200)],
  ['huge name.docx', HUGE_NAME],
  ['cut.xlsx', Buffer.concat([ZIP_START, Buffer.alloc(40, 255)])],
])('refuses %s, cut within its first bytes', async (name, content) => {
  const { add, files } = await withClient()
  expect(await add(content, name)).toMatchObject({
    status: 400,
    body: { message: expect.any(String) },
  })
  expect(await files()).toEqual([])
})
