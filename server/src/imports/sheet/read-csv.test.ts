import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { cellsOfLine, lineWriter } from './rows-file.ts'

const HEADERS = ['Client Number', 'First Name', 'Last Name', 'Address', 'Zip']

const rowsOf = (text: string) => {
  const table = readCsv(() => [text])
  return Array.from({ length: table.rowCount }, (_, index) => table.row(index))
}

test.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['bar', '|'],
  ['caret', '^'],
  ['tilde', '~'],
])('splits columns at a %s', (_, delimiter) => {
  const quote = (text: string) => `"${text}"`
  const text = [
    'Clients, as of March 9; printed',
    '',
    HEADERS.join(delimiter),
    ['1001', 'Ana', 'Ng', quote('1 Main St, Apt 4; Floor 2\tBack|Left^~'), '02134'].join(delimiter),
  ].join('\n')

  const rows = rowsOf(text)

  expect(cellsOfLine(lineWriter(delimiter)(rows[3]!), delimiter)).toEqual(rows[3])
  expect(rows[2]).toEqual(HEADERS)
  expect(rows[3]).toEqual(['1001', 'Ana', 'Ng', '1 Main St, Apt 4; Floor 2\tBack|Left^~', '02134'])
})

test.each([
  ['Windows', '\r\n'],
  ['Unix', '\n'],
  ['old Mac', '\r'],
])('splits rows at %s line ends', (_, end) => {
  expect(rowsOf(['Zip,City', '02134,Boston', '33130,Miami'].join(end))).toHaveLength(3)
})

test('splits rows at mixed line ends', () => {
  expect(rowsOf('Zip,City\r\n02134,Boston\n33130,Miami\r\n')).toHaveLength(3)
})

test('keeps line breaks in quotes and reads doubled quotes', () => {
  expect(rowsOf('Address,City\n"1 ""Old"" St\r\nApt 4",Boston')[1]).toEqual([
    '1 "Old" St\nApt 4',
    'Boston',
  ])
})

test("reads a list below a spreadsheet's note on the delimiter", () => {
  expect(rowsOf('sep=;\nCity;Zip\nBoston;02134').slice(1)).toEqual([
    ['City', 'Zip'],
    ['Boston', '02134'],
  ])
})

test('rejects an unclosed quotation mark with its row', () => {
  expect(() => rowsOf('City,Zip\nBoston,02134\n"Miami,33130\nReno,89501')).toThrow(
    'A quotation mark in row 3 is never closed, so the rows after it cannot be told apart.',
  )
})

test.each([
  ['the next client', '1001,"12 Elm" rear,Boston\n1002,"13 Elm, Apt 4",Salem'],
  ['the last client', '1001,"12 Elm" rear,Boston\n1002,9 Oak,"Salem"'],
  ['the next cell', '1001,"12 Elm" rear,"Boston"\n1002,9 Oak,Salem'],
  ['a client without quotation marks', '1001,"12 Elm" rear,Boston\n1002,9 Oak "B",Salem'],
  ['the next number', '1001,Boston,"12 Elm" rear\n"1002",Salem,9 Oak'],
])('rejects a misplaced quotation mark that swallows %s', (_, rows) => {
  expect(() => rowsOf(`Client Number,Address,City\n${rows}\n`)).toThrow(
    'The quotation marks in row 2 do not match, so its cells cannot be read.',
  )
})

test('reads undoubled quotation marks in a clear cell', () => {
  const text = [
    'Client Number,Address,City',
    '1001,"The "Elms" 12, Apt 4",Boston',
    '1002,9 "Oak",Salem',
    '1003,"c/o "Bob" Smith\n12 Elm",Lynn',
    '1004,"1 Elm, Apt 4",Salem',
  ]
  expect(rowsOf(text.join('\n')).slice(1)).toEqual([
    ['1001', 'The "Elms" 12, Apt 4', 'Boston'],
    ['1002', '9 "Oak"', 'Salem'],
    ['1003', 'c/o "Bob" Smith\n12 Elm', 'Lynn'],
    ['1004', '1 Elm, Apt 4', 'Salem'],
  ])
})

test('reads rows that its parts split anywhere', () => {
  const text = 'City,Zip\r\n"Bos\r\nton","02""134"\r\n\r\nMiami,33130\r'
  const whole = rowsOf(text)
  const table = readCsv(() => text)
  expect(Array.from({ length: table.rowCount }, (_, index) => table.row(index))).toEqual(whole)
  expect(table.row(1)).toEqual(['Bos\nton', '02"134'])
})

test('gives any row again after the last one', () => {
  const lines = Array.from({ length: 200_000 }, (_, n) => `${n},Boston`)
  const { rowCount, row } = readCsv(() => lines.map((line) => `${line}\n`))
  expect(rowCount).toBe(200_000)
  for (const index of [199_999, 3, 150_000, 149_998, 0]) expect(row(index)[0]).toBe(`${index}`)
})
