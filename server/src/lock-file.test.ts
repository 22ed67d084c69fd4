import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const lock = readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')
const packages: Record<string, { optionalDependencies?: Record<string, string> }> =
  JSON.parse(lock).packages
const places = Object.keys(packages)

test('the lock file lists the packages of every platform', () => {
  const wanted = Object.values(packages).flatMap((each) =>
    Object.keys(each.optionalDependencies ?? {}),
  )
  const missing = wanted.filter(
    (name) => !places.some((place) => place.endsWith(`node_modules/${name}`)),
  )
  expect(missing).toEqual([])
})

test('the lock file holds no addresses', () => {
  expect(lock).not.toMatch(/"resolved": "https?:/)
})
