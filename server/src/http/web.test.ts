import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DIST } from './web.ts'

test('sends no script that Safari before 16.4 cannot read', async () => {
  const folder = path.join(DIST, 'assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) {
    const text = await readFile(path.join(folder, name), 'utf8')
    // A lookbehind in a regular expression would keep the whole file from running.
    expect(/.{0,60}\(\?<[=!]/.exec(text)?.[0], name).toBeUndefined()
  }
})
