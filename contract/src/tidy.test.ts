import { expect, test } from 'vitest'
import { tidyLines, tidyNumber, tidyText, tidyZip } from './tidy.ts'

const texts: [what: string, raw: string, tidy: string][] = [
  ['spaces around', '  Ana ', 'Ana'],
  ['spaces, tabs and no-break spaces inside', 'Ana \t\u00a0 María', 'Ana María'],
  ['zero-width characters', '\ufeffAna\u200b\u2060', 'Ana'],
  ['soft hyphens and marks of direction', '\u200eAn\u00ada', 'Ana'],
  ['control characters', 'A\u0007n\0a\u007f', 'Ana'],
  ['letters and accents typed apart', 'Mun\u0303oz', 'Muñoz'],
  ['letters and accents with something unseen between', 'Rene\u200b\u0301', 'René'],
  ['line breaks of every kind', 'van\r\nder\u0085Meer\u2028III', 'van der Meer III'],
  ['joiners that a script needs', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['nothing but what cannot be seen', ' \u00a0\u200b\n ', ''],
]
test.each(texts)('reads %s as a person would', (_, raw, tidy) => expect(tidyText(raw)).toBe(tidy))

test.each([
  ['9 Elm St\r\nSuite 3\n', '9 Elm St, Suite 3'],
  ['9 Elm St,\nSuite 3', '9 Elm St, Suite 3'],
  ['9 Elm St \u0085 \u2028 Suite  3', '9 Elm St, Suite 3'],
  ['9 Elm St,, Suite 3', '9 Elm St,, Suite 3'],
])('writes the address %j on one line', (raw, tidy) => expect(tidyLines(raw)).toBe(tidy))

test.each([
  ['1001.0', '1001'],
  ['1001.00', '1001'],
  ['1,001', '1001'],
  ['1,001,002.00', '1001002'],
  ['\u200e6175550101.0 ', '6175550101'],
  ['20231.000', '20231.000'],
  ['1,001.000', '1,001.000'],
  ['1,00', '1,00'],
  ['A-1,001.0', 'A-1,001.0'],
  ['007', '007'],
  ['+1 (617) 555-0101', '+1 (617) 555-0101'],
])('stores the number %j as %s', (raw, tidy) => expect(tidyNumber(raw)).toBe(tidy))

test.each([
  ['021341234', '02134-1234'],
  [' 02134 1234 ', '02134-1234'],
  ['02134 – 1234', '02134-1234'],
  ['02134\u20111234', '02134-1234'],
  ['02134-', '02134'],
  ['02134', '02134'],
  ['0213', '0213'],
  ['2134', '2134'],
  ['02134-12', '02134-12'],
  ['SW1A 1AA', 'SW1A 1AA'],
])('stores the zip code %j as %s', (raw, tidy) => expect(tidyZip(raw)).toBe(tidy))

test('leaves tidied texts as they are', () => {
  const parts = [
    ..."e\u0301\u0323\u200b\u00ad\ufeff\u0007\0\u0085\u2028\u00a0\u2000\u200d \t\r\n,.-–0'",
    'A\u030a',
    '\u212b',
    '\u1100\u1161',
    '1,001.00',
    '02134',
  ]
  for (const tidy of [tidyText, tidyLines, tidyNumber, tidyZip]) {
    for (const a of parts) {
      for (const b of parts) {
        for (const c of parts) {
          const once = tidy(a + b + c)
          if (tidy(once) !== once) expect.fail(`${tidy.name}: ${JSON.stringify(a + b + c)}`)
        }
      }
    }
  }
})
