import fc from 'fast-check'

const TEXTS = [
  // Characters that cannot be stored or seen.
  ...['\0', 'a\0b', '\ud800', 'a\udc00b', '\u202eabc\u202c', '\u200b', '\ufeff', '\u0007', 'a\tb'],
  ...['👩‍👩‍👧', 'e\u0301', '', ' ', 'a\r\nBcc: x@evil.example', '\x1b[31m', '\u2028'],
  // Invalid numbers and dates, and the largest valid ones.
  ...['NaN', 'Infinity', '-0', '1e400', '0x10', '9'.repeat(30), '2147483648', '9007199254740993'],
  ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00.000Z'],
  ...['-000001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '1969-12-31', '24:00'],
  // Texts with a meaning in JavaScript, SQL, HTML or paths.
  ...[
    '__proto__',
    'constructor',
    'toString',
    'undefined',
    '[object Object]',
    '%',
    '%00',
    '%ff',
    '*',
  ],
  ...[
    '../../etc/passwd',
    "'; drop table clients; --",
    '\\',
    '{{',
    '{{constructor}}',
    '$1',
    '$&',
    '_%',
  ],
  ...['=1+1', 'x;=1+1', '<script>alert(1)</script>', '=?utf-8?q?a?=@b.co', '"a b"@b.co', 'blob:x'],
]

const VALUES: readonly unknown[] = [
  ...[null, true, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null], { length: 1e9 }],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}'].map((json) =>
    JSON.parse(json),
  ),
  { toString: 1, valueOf: null },
]

const LENGTHS = [60, 61, 200, 201, 254, 255, 1000, 2001, 10_001, 20_001, 100_000]

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((value) => (depth % 2 ? [value] : { a: value }), null)

/** Values that hardly any field accepts. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.constantFrom(...LENGTHS).map((length) => 'x'.repeat(length)) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom(10, 101, 1000).map(nested) },
)
