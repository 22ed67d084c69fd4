import { expect, test } from 'vitest'
import { csvLines } from './exports.ts'

test('keeps a downloaded cell from breaking its row or running as a formula', () => {
  const text = csvLines([
    ['Row', 'Reason'],
    ['3', '“a, b” says "no"'],
    ['4', '=HYPERLINK(1)'],
    ['5', 'a;=HYPERLINK(1)'],
  ])

  expect(text.split('\r\n')).toEqual([
    'Row,Reason',
    '3,"“a, b” says ""no"""',
    "4,'=HYPERLINK(1)",
    '5,"a;\'=HYPERLINK(1)"',
    '',
  ])
})
