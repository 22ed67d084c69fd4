import { expect, test } from 'vitest'
import { fixture } from '../../../../testing/import-file.ts'
import { change, previewFile, rejectedOf, rowsOf } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

interface Column {
  header: string
  field: string | null
}

test('headers on two lines fill the same fields again', async () => {
  const app = await startTestApp()
  const { previewId, columns } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  await change(app, previewId, { row: { row: 9, cells: { zip_code: '1' } } })
  const text = await rejectedOf(app, previewId)
  const again = (await previewFile(app, new File([text.replace('MA,1,', 'MA,02134,')], 'c.csv')))
    .body
  expect(again.columns.map(({ header, field }: Column) => ({ header, field }))).toEqual([
    ...columns.map(({ header, field }: Column) => ({ header, field })),
    { header: 'Not Imported Because', field: 'ignored' },
  ])
  expect(again.counts).toMatchObject({ created: 1, rejected: 0 })
})

test('columns left out as hidden stay out', async () => {
  const app = await startTestApp()
  const { previewId } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  const { body } = await change(app, previewId, { includeHidden: false })
  const { row } = body.rows[0]
  await change(app, previewId, { row: { row, cells: { zip_code: '1' } } })
  const text = await rejectedOf(app, previewId)
  expect(text).not.toContain('MA')
  const again = (await previewFile(app, new File([text], 'c.csv'))).body
  const { rows } = await rowsOf(app, previewId, 'kind=rejected')
  expect(again.rows[0].cells).toEqual(rows[0].cells)
})
