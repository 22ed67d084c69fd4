import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const SETTINGS = Object.keys(readConfig({})).filter((name) => name.includes('_'))
const JARGON = new RegExp(`\\b(${SETTINGS.join('|')}|SMTP|HTML)\\b`)

test('names no setting and no format on a screen', async () => {
  const named: string[] = []
  for await (const file of glob('web/src/**/*.tsx')) {
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (JARGON.test(line) && !/^\s*(\/\/|\/?\*)/.test(line)) named.push(`${file}: ${line.trim()}`)
  }
  expect(named).toEqual([])
})
