import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const decode = (bytes: Buffer) => {
  const parts = decodeText(bytes)?.parts()
  return parts && [...parts].join('')
}

const TEXT = 'Client Number,Last Name\r\n1001,Muñoz’s “Œuvre”\r\n'

const utf8 = Buffer.from(TEXT, 'utf8')
const utf16le = Buffer.from(TEXT, 'utf16le')
const utf16be = Buffer.from(utf16le).swap16()
/** Latin-1, but for the quotes and the Œ, which Windows keeps between 0x80 and 0x9f. */
const windows1252 = Buffer.from(
  TEXT.replace('’', '\x92').replace('“', '\x93').replace('”', '\x94').replace('Œ', '\x8c'),
  'latin1',
)

const marked = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes])

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with its mark', marked([0xef, 0xbb, 0xbf], utf8)],
  ['UTF-16 little-endian with its mark', marked([0xff, 0xfe], utf16le)],
  ['UTF-16 big-endian with its mark', marked([0xfe, 0xff], utf16be)],
  ['UTF-16 little-endian without a mark', utf16le],
  ['UTF-16 big-endian without a mark', utf16be],
  ['Windows-1252', windows1252],
])('reads %s', (_, bytes) => expect(decode(bytes)).toBe(TEXT))

test.each([
  ['bytes that Windows-1252 lacks', 'Client Number,Last Name\r\n1001,Fran', 0x8d, 'ois\r\n', 'ç'],
  ['the line ends of an old Mac', 'Client Number,Last Name\r1001,Mu', 0x96, 'oz\r', 'ñ'],
])('recognizes Mac Roman by %s', (_, start, byte, end, letter) => {
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from([byte]), Buffer.from(end)])
  expect(decode(bytes)).toBe(start + letter + end)
})

test.each([
  ['macintosh', 'Zoë Brontë'],
  ['cp850', 'Straße'],
  ['cp857', 'Şahin, İbrahim'],
  ['cp737', 'Γιώργος'],
  ['windows-1256', 'فاطمة'],
  ['windows-1257', 'Kalniņš, Bērziņš'],
  ['windows-1255', 'דוד כהן'],
  ['cp862', 'שרה לוי'],
  ['cp866', 'ОЛЬГА СМИРНОВА'],
  ['koi8-u', 'ИВАН ПЕТРОВ'],
  ['windows-1251', 'АННА,ИВАН\nПЕТРОВ,ИВАНОВ'],
  ['windows-1254', 'Ayşe Yılmaz'],
  ['windows-1252', '42 USC § 1983, § 5, José'],
  ['windows-1252', 'Zoé, à'],
  ['windows-1252', 'O´Neil\nO´Hara, 5 m²'],
])('reads the few letters of a list in %s: %s', (encoding, text) => {
  expect(decode(iconv.encode(text, encoding))).toBe(text)
})

test.each([
  ['gbk', '张,伟\n王,芳\n李,静怡'],
  ['big5', '張,偉\n王,芳\n李,美玲'],
  ['shift_jis', '佐藤,太郎\n鈴木,花子'],
  ['euc-kr', '김,민수\n이,영희'],
  ['windows-874', 'สมชาย,ใจดี\nสุดา,แก้ว'],
])('says that it cannot read the letters of %s', (encoding, text) => {
  expect(() => decode(iconv.encode(text, encoding))).toThrow('save it as “CSV UTF-8”')
})

test('loses one character to a broken byte in UTF-8', () => {
  const bytes = Buffer.concat([
    Buffer.from('Muñoz,Łukasz,Zoë,M'),
    Buffer.from([0xfc]),
    Buffer.from('ller'),
  ])
  expect(decode(bytes)).toBe('Muñoz,Łukasz,Zoë,M\uFFFDller')
})

test('recognizes bytes that are no text', () => {
  expect(decode(Buffer.from([0, 1, 2, 3, 0, 255, 254]))).toBeUndefined()
  expect(
    decode(Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 251))),
  ).toBeUndefined()
})
