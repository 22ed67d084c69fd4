import { csvLines } from '@attest/contract/exports'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const SEPARATORS = [',', ';', '\t']

const NASTY = [
  'x;=1+1',
  'x;=1+1;y',
  'x;"=1+1;',
  'x\t@SUM(A1)',
  'x\t"+1',
  'x\n-2+3',
  'x\r=1+1',
  'x\r\n=1+1',
  '=1+1;=2+2',
  ';=1+1',
  '";=1+1',
  'a "quoted" word; and more',
]

/** The cells in a spreadsheet program that splits lines at `delimiter`. */
const cellsOf = (csv: string, delimiter: string) =>
  Papa.parse<string[]>(csv, { delimiter }).data.flat()

test.each(NASTY)('exports the text %j so that no spreadsheet reads a formula', (text) => {
  const csv = csvLines([
    ['1', text, 'z'],
    ['2', 'Ada', 'z'],
  ])
  for (const separator of SEPARATORS) {
    const formulas = cellsOf(csv, separator).filter((cell) => /^"*[=+\-@\t\r]/.test(cell))
    expect({ separator, formulas }).toEqual({ separator, formulas: [] })
  }
})

test.each(['a;b', 'a\tb', 'a\rb', 'a\nb', 'a"b', ' a', 'a '])('quotes a cell like %j', (text) => {
  const line = csvLines([['1', text, 'z']])
  expect(line).toBe(`1,"${text.replace('"', '""')}",z\r\n`)
  expect(cellsOf(line, ',').slice(0, 3)).toEqual(['1', text, 'z'])
})

test('defuses a formula behind a semicolon in both exports', async () => {
  const { api, deps } = await startTestApp()
  await aClient(deps, { client_number: '1', last_name: 'x;=1+1' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  for (const path of ['/api/admin/export?format=csv', '/api/admin/mailings/1/export'])
    expect((await api.get(path)).body).toContain('1,Esperanza,"x;\'=1+1",')
})
