import { expect, test } from 'vitest'
import { toCsv } from './to-csv.ts'

test('a downloaded cell can neither break its row nor run as a formula', async () => {
  const text = await toCsv(
    ['Row', 'Reason'],
    [
      ['3', '“a, b” says "no"'],
      ['4', '=HYPERLINK(1)'],
      ['5', 'a;=HYPERLINK(1)'],
    ],
  ).text()

  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Row,Reason',
    '3,"“a, b” says ""no"""',
    "4,'=HYPERLINK(1)",
    '5,"a;\'=HYPERLINK(1)"',
    '',
  ])
})
