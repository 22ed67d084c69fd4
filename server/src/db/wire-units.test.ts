import { expect, test } from 'vitest'
import { UnitReader } from './wire-units.ts'

const message = (type: string, body = '') => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type)
  bytes.writeUInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}

const opening = (code: number, body = '') => {
  const bytes = Buffer.alloc(8 + body.length)
  bytes.writeUInt32BE(bytes.length)
  bytes.writeUInt32BE(code, 4)
  bytes.write(body, 8)
  return bytes
}

const STARTUP = opening(196608, 'user\0postgres\0\0')
const PREPARED = [message('P', 'select 1'), message('B'), message('E'), message('S')]

/** The kinds and lengths of the units, with the bytes given in chunks of a size. */
function unitsOf(bytes: Buffer[], chunkSize: number) {
  const all = Buffer.concat(bytes)
  const reader = new UnitReader()
  const units = []
  for (let at = 0; at < all.length; at += chunkSize) {
    units.push(...reader.push(all.subarray(at, at + chunkSize)))
  }
  return units
}

test.each([1, 3, 7, 1000])('messages are held back until their Sync, in chunks of %i', (size) => {
  const units = unitsOf([STARTUP, ...PREPARED, message('Q', 'begin'), ...PREPARED], size)

  expect(units.map(({ kind }) => kind)).toEqual(['startup', 'exchange', 'exchange', 'exchange'])
  expect(units[0]?.bytes).toEqual(STARTUP)
  expect(units[1]?.bytes).toEqual(Buffer.concat(PREPARED))
  expect(units[2]?.bytes).toEqual(message('Q', 'begin'))
})

test.each([1, 1000])('a Flush hands over what is there, in chunks of %i', (size) => {
  const units = unitsOf([STARTUP, message('P'), message('H'), message('S')], size)
  expect(units.map(({ kind }) => kind)).toEqual(['startup', 'half-exchange', 'exchange'])
})

test.each([1, 1000])('a request for encryption comes before the start, in chunks of %i', (size) => {
  const gssEncryption = opening(80877104)
  const ssl = opening(80877103)
  const units = unitsOf([gssEncryption, ssl, STARTUP, message('X')], size)
  expect(units.map(({ kind }) => kind)).toEqual([
    'encryption-request',
    'encryption-request',
    'startup',
    'terminate',
  ])
})

test('a large message in many chunks is put together in reasonable time', () => {
  const large = message('Q', 'x'.repeat(50_000_000))
  const started = performance.now()

  const units = unitsOf([STARTUP, large], 65_536)

  expect(units[1]?.bytes.length).toBe(large.length)
  expect(performance.now() - started).toBeLessThan(3000)
})
