import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, Settings } from './config.ts'

const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')
const pairs = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])

test('.env.example names every setting, each with its default', () => {
  expect(pairs.map(([name]) => name).sort()).toEqual(Object.keys(Settings.shape).sort())
  expect(readConfig(Object.fromEntries(pairs))).toEqual(readConfig({}))
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
})

test('mails come from the host of the public address unless told otherwise', () => {
  const settings = { PUBLIC_URL: 'https://records.harrow.test/', FIRM_NAME: 'Harrow & Finch' }
  expect(readConfig(settings)).toMatchObject({
    PUBLIC_URL: 'https://records.harrow.test',
    MAIL_FROM: 'Harrow & Finch <no-reply@records.harrow.test>',
  })
  expect(readConfig({ MAIL_FROM: 'a@b.co' }).MAIL_FROM).toBe('a@b.co')
})

test.each(['https://host/bucket', 's3://host', 's3://host/', 's3://key:secret@host/a/b'])(
  'FILES_URL %s is refused in words',
  (FILES_URL) => {
    expect(() => readConfig({ FILES_URL })).toThrow(/^FILES_URL must look like s3:/)
  },
)

test('FILES_URL may be a bucket anywhere', () => {
  const FILES_URL = 's3://key:sec%2Fret@s3.eu-west-1.amazonaws.com/files?region=eu-west-1'
  expect(readConfig({ FILES_URL }).FILES_URL).toBe(FILES_URL)
})
