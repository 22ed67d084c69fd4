import { expect, test } from 'vitest'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { change, previewFile, rowsOf } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

async function startWith(...rows: string[]) {
  const app = await startTestApp()
  if (rows.length > 0) await importFile(app, csv(...rows), quietly)
  return app
}

const typo = (number: string) => row(number, { email: `ann${number}@gmial.com` })
const elsewhere = row('3', { email: 'ann3@x.com' }).replace(',MA,', ',TX,')

test('counts suggestions for imported rows and accepts all of a kind', async () => {
  const app = await startWith()
  const { body } = await previewFile(app, csv(typo('1'), typo('2'), elsewhere, row('4')))
  expect(body.counts).toMatchObject({ created: 4, suggested: 3 })
  expect(body.suggestions).toEqual({ email: 2, state: 1 })
  const listed = await rowsOf(app, body.previewId, 'kind=suggested')
  expect(listed.total).toBe(3)
  expect(listed.rows.map((each: { row: number }) => each.row)).toEqual([2, 3, 4])

  const accepted = await change(app, body.previewId, { accept: 'email' })
  expect(accepted.body.counts).toMatchObject({ created: 4, suggested: 1 })
  expect(accepted.body.suggestions).toEqual({ state: 1 })
  expect(accepted.body.rows[0].cells.email).toBe('ann1@gmail.com')
  const one = await change(app, body.previewId, { row: { row: 4, cells: { state: 'MA' } } })
  expect(one.body.counts.suggested).toBe(0)
})

test('accepts suggestions for rejected rows', async () => {
  const app = await startWith(row('00123', { first: 'Zoe' }))
  const file = csv(
    row('123', { first: 'Zoe M.', email: 'z@y.com' }),
    row('5').replace(',MA,', ',RO,'),
  )
  const { previewId, rows } = (await previewFile(app, file)).body
  expect(rows[0].suggestions).toMatchObject([{ field: 'client_number', action: 'Use 00123' }])
  await change(app, previewId, { accept: 'client_number' })
  const { body } = await change(app, previewId, { accept: 'state' })
  expect(body.counts).toMatchObject({ changed: 1, created: 1, rejected: 0 })
})

test('finds the client behind swapped names', async () => {
  const app = await startWith(
    row('1', { first: 'Anna', last: 'Becker' }),
    row('2', { first: 'Bob', last: 'Stone' }),
  )
  const anna = { first: 'Becker', last: 'ANNA', email: 'new@x.com' }
  const { previewId, rows } = (
    await previewFile(app, csv(row('1', anna), row('', { first: 'Stone', last: 'Bob' })))
  ).body
  expect(rows).toMatchObject([
    { kind: 'rejected', suggestions: [{ action: 'Use ANNA Becker' }] },
    { kind: 'undecided', alike: { client_number: '2' } },
  ])
  const { body } = await change(app, previewId, { accept: 'first_name' })
  expect(body.rows[0]).toMatchObject({ kind: 'changed', cells: { last_name: 'Becker' } })
})
