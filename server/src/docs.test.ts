import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root })
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** Lists paths between backticks or in links. */
function pathsIn(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8')
  const quoted = [
    ...text.matchAll(
      /`((?:contract|server|web|testing|e2e|bench|docs|scripts|\.ci)\/[\w./-]*|\.env\.example)`/g,
    ),
  ]
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)]
  return [
    ...quoted.map(([, file]) => file!),
    ...linked.map(([, file]) => path.join(path.dirname(page), file!)),
  ]
}

test.each(pages)('every path that %s names exists', (page) => {
  expect(pathsIn(page).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test.each(pages)('every command that %s names exists', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8')
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the test finds the pages', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']),
  )
})

test('the architecture names every folder of the server', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const files = globSync('server/src/*/**/*.ts', { cwd: root })
  const folders = [...new Set(files.map((file) => file.split(path.sep)[2]))]
  expect(folders.filter((folder) => !text.includes(`\`server/src/${folder}/\``))).toEqual([])
})
