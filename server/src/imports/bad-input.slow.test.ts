import { expect, test } from 'vitest'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aWorkbook } from '../../../testing/sheets/hostile-sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** Expects that only the sheet's one good row is imported. */
async function expectOneRow(sheet: File) {
  const app = await startTestApp()
  const { status, body } = await importFile(app, sheet, quietly)
  expect({ status, message: body.message, created: body.created }).toEqual({
    status: 200,
    created: 1,
  })
}

test('skips a million empty rows above the last one', () =>
  expectOneRow(
    new File([HEADERS, '\n', `${','.repeat(8)}\n`.repeat(1_000_000), row('1')], 'list.csv'),
  ))

test('skips a million empty rows of a workbook', async () => {
  const cells = row('1')
    .split(',')
    .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
  const bytes = await aWorkbook(`${'<row/>'.repeat(1_000_000)}<row>${cells.join('')}</row>`)
  await expectOneRow(new File([new Uint8Array(bytes)], 'list.xlsx'))
})
