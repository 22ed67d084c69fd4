import { expect, test } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { readBytes, table, workbook } from '../../../../testing/sheets/sheets.ts'

test.each(['DECEASED', 'Do not contact:', '** Opposing Parties **', 'Inactive / deceased clients'])(
  'rejects the rows below the heading “%s”',
  async (heading) => {
    const lines = [row('1'), '', heading, row('2'), '', row('3'), 'ACTIVE CLIENTS', row('4')]
    const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
    const damage = `The heading above says “${heading}”, so the row is not imported. To import it all the same, take that out of the sheet`
    const found = rows.map(({ cells, damage }) => [cells.client_number, damage])
    expect(found.filter(([number]) => /^\d/.test(number!))).toEqual([
      ['1', undefined],
      ['2', damage],
      ['3', damage],
      ['4', undefined],
    ])
  },
)

test('a remark further right is no heading of the rows below', async () => {
  const lines = [row('1'), ',,,,,Deceased 2020', row('2')]
  const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
  expect(rows.at(-1)).not.toHaveProperty('damage')
})

test.each(['Deceased', 'Inactive_2024', 'Old list', 'Do Not Contact'])(
  'reads another sheet than “%s”',
  async (name) => {
    const [past, current] = ['1', '2'].map((number) => table(HEADERS, row(number)))
    const { sheet, notRead } = await readBytes(
      'a.xlsx',
      workbook({ [name]: past!, Clients: current! }),
    )
    expect([sheet, notRead.sheets]).toEqual(['Clients', [name]])
    expect((await readBytes('a.xlsx', workbook({ [name]: past!, Notes: [['x']] }))).sheet).toBe(
      name,
    )
  },
)
