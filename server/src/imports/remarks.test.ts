// @module-tag heavy
import { expect, test } from 'vitest'
import { csv, importFile, quietly, row } from '../../../testing/import-file.ts'
import { previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

async function previewRows(...rows: string[]) {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2', { first: 'Bob', email: 'bob@x.com' })), quietly)
  const { body } = await previewFile(app, csv(...rows))
  return (await rowsOf(app, body.previewId)).rows
}

test('replaces no known phone number by a remark', async () => {
  const rows = await previewRows(
    row('1', { phone: 'unlisted' }),
    row('2', { first: 'Bob', email: 'bob@x.com', phone: 'no cell' }),
    row('3', { first: 'Cy', email: 'c@x.com', phone: 'unlisted' }),
    ...['4', '5'].map((number) =>
      row(number, { first: `Di ${number}`, email: `d${number}@x.com` }),
    ),
  )
  expect(rows.slice(0, 3)).toMatchObject([
    { kind: 'unchanged' },
    { kind: 'unchanged' },
    { kind: 'created', suggestions: [{ action: 'Ask the Client' }] },
  ])
})

test.each(['617-555-XXXX', '617-***-0141'])(
  'replaces no known phone number by a hidden one: %s',
  async (phone) => {
    expect(await previewRows(row('1', { phone }))).toMatchObject([{ kind: 'unchanged' }])
  },
)

test('rejects an email with hidden letters', async () => {
  const [hidden] = await previewRows(row('3', { first: 'Cy', email: 'c***@x.com' }))
  expect(hidden.reason).toBe('Email “c***@x.com” has letters hidden by asterisks')
})

test('replaces no known name or address by one without accents', async () => {
  const app = await startTestApp()
  const known = { first: 'María', last: 'Muñoz', address: '1 Cañada Rd' }
  await importFile(app, csv(row('1', known)), quietly)
  const plain = { first: 'MARIA', last: 'Munoz', address: '1 Canada Road' }
  const { body } = await previewFile(app, csv(row('1', plain), row('2', plain)))
  expect((await rowsOf(app, body.previewId)).rows[0]).toMatchObject({ kind: 'unchanged' })
})

test('replaces no known phone number by one without area code', async () => {
  const bob = { first: 'Bob', email: 'bob@x.com' }
  const rows = await previewRows(
    row('1', { phone: '555-0140' }),
    row('2', { ...bob, phone: 'x 140' }),
    row('3', { ...bob, first: 'Cy', phone: '555-0140' }),
  )
  expect(rows).toMatchObject([
    { kind: 'unchanged' },
    { kind: 'unchanged' },
    { kind: 'created', cells: { phone_number: '555-0140' } },
  ])
})

test('replaces no known name by a program’s word for a missing one', async () => {
  const missing = ['[not provided]', '[[Unknown]]', 'No Last Name', '[object Object]']
  for (const last of missing)
    expect(await previewRows(row('1', { last }))).toMatchObject([{ kind: 'unchanged' }])
})

test('leaves a remark that says not to write for a person to decide', async () => {
  const rows = await previewRows(
    row('1', { phone: 'DECEASED' }),
    row('2', { first: 'Bob', email: 'bob@x.com', address: 'Do not contact - see file' }),
  )
  expect(rows).toMatchObject([
    {
      kind: 'rejected',
      reason: 'Phone number is “DECEASED”: skip the row, or clear the cell',
      // “Accept all” would clear the remark, and the letter would go out.
      suggestions: [],
    },
    { kind: 'rejected', problems: { address: expect.stringContaining('“Do not contact') } },
  ])
})

test('suggests no phone number that is old or another person’s', async () => {
  const rows = await previewRows(
    row('1', { phone: '617-555-0199 (wife)' }),
    row('2', { first: 'Bob', email: 'bob@x.com', phone: '617-555-0199 disconnected' }),
  )
  for (const { suggestions } of rows)
    expect(suggestions[0]).toMatchObject({ action: 'Ask the Client' })
})

test('chooses the email on file among several in a cell', async () => {
  const rows = await previewRows(
    row('1', { email: 'second@x.com; ANN@example.com', city: 'Salem' }),
    row('2', { first: 'Bob', email: 'new@x.com / old: bob@x.com' }),
  )
  expect(rows).toMatchObject([
    { kind: 'changed', cells: { email: 'ann@example.com', city: 'Salem' } },
    { kind: 'rejected', suggestions: [] },
  ])
})
