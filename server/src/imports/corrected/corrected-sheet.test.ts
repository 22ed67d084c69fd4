// @module-tag heavy
import { expect, test } from 'vitest'
import { cellsIn, differences, exportOf } from '../../../../testing/case-systems/read-cells.ts'
import { answer, corrected } from '../../../../testing/corrected.ts'
import { change, importPreview, previewFile } from '../../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

async function importExport(app: TestApp, name: string) {
  const file = await exportOf(name)
  const { body } = await previewFile(app, file)
  if (name.startsWith('practice')) await change(app, body.previewId, { accept: 'first_name' })
  const { body: made } = await importPreview(app, body.previewId)
  expect(made).toMatchObject({ created: 3 })
  return cellsIn(new Uint8Array(await file.arrayBuffer()))
}

const UPDATED = expect.stringMatching(/^Updated by link on \d{4}-\d\d-\d\d \d\d:\d\d$/)

interface Expected {
  answers: Record<string, Record<string, string | null>>
  /** Index of the first added column. */
  end: number
  headings?: number
  /** New texts by row and column, and the text of the added column by row. */
  cells: Record<string, string>
  notes: Record<number, string>
}

const EXPORTS: Record<string, Expected> = {
  'clio.csv': {
    answers: {
      1204417: {
        phone_number: '617-555-0199',
        address: '9 Beech St, Apt 2',
        city: 'Concord',
        state: 'NH',
        zip_code: '03301',
      },
      1204418: { phone_number: '617-555-0198' },
      1204419: { last_name: '=HYPERLINK("http://x.example")', email: 'jose.m@example.com' },
    },
    end: 18,
    cells: {
      '2,10': '617.555.0199',
      '2,11': '9 Beech St\nApt 2',
      '2,12': 'Concord',
      '2,13': 'New Hampshire',
      '2,14': '03301',
      '3,10': '+1 617-555-0198',
      '4,6': '\'=HYPERLINK("http://x.example")',
      '4,9': 'jose.m@example.com',
    },
    notes: {
      2: 'Address, City, State, Zip code, Phone number',
      3: 'Phone number',
      4: 'Last name, Email (not confirmed yet)',
    },
  },
  'mycase.csv': {
    answers: {
      55001: { address: '5 Pine St, Unit 3' },
      55002: { phone_number: '(617) 555-0172', alt_number: null },
      55003: { alt_number: '(617) 555-0173' },
    },
    end: 19,
    cells: {
      '2,7': '5 Pine St',
      '2,8': 'Unit 3',
      '3,14': '617-555-0172',
      '3,15': '',
      '4,15': '(617) 555-0173',
    },
    notes: { 2: 'Address', 3: 'Phone number, Alternate phone', 4: 'Alternate phone' },
  },
  'outlook.csv': {
    answers: {
      K201: { last_name: 'Łucja' },
      K202: { alt_number: '617-555-0172' },
      K203: { state: 'ON', zip_code: 'K1A 0B1', city: 'Ottawa', country: 'CA' },
    },
    end: 20,
    cells: {
      '2,3': 'Łucja',
      '3,9': '(617) 555-0172',
      '4,12': 'Ottawa',
      '4,13': 'ON',
      '4,14': 'K1A 0B1',
    },
    notes: { 2: 'Last name', 3: 'Alternate phone', 4: 'City, State, Zip code' },
  },
  'quickbooks.txt': {
    answers: {
      '007': { zip_code: '02135', country: 'CA', state: 'ON' },
      '008': { phone_number: '617-555-0182', zip_code: '02169-4321', alt_number: '617-555-0183' },
    },
    end: 14,
    cells: {
      '2,9': 'ON',
      '2,10': '="02135"',
      '2,11': 'Canada',
      '3,5': '(617) 555-0182',
      '3,10': '021694321',
    },
    notes: {
      2: 'Country, State, Zip code',
      3: 'Zip code, Phone number. Not entered: Alternate phone (617) 555-0183',
    },
  },
  'practicepanther.xlsx': {
    answers: {
      'PP-1': { last_name: 'Smith', zip_code: '02135' },
      'PP-2': { phone_number: '617-555-0192', first_name: 'Bo Lee' },
      'PP-3': { last_name: 'Roy, Jr.' },
    },
    end: 14,
    headings: 3,
    cells: { '4,3': 'Smith, Ada', '4,10': '02135', '5,3': 'Kim, Bo Lee', '5,5': '6175550192' },
    notes: {
      4: 'Last name, Zip code',
      5: 'First name, Phone number',
      6: 'Not entered: Last name Roy, Jr.',
      8: 'Not imported: First name is required',
    },
  },
}

test.each(Object.entries(EXPORTS))('changes only answered cells of %s', async (name, expected) => {
  const { answers, end, headings = 1, cells, notes } = expected
  const app = await startTestApp({}, { sheetProcess: true })
  const before = await importExport(app, name)
  for (const [number, details] of Object.entries(answers)) await answer(app, number, details)
  const added = Object.entries(notes).flatMap(([row, note]) => [
    [`${row},${end}`, note],
    ...(note.startsWith('Not imported') ? [] : [[`${row},${end + 1}`, UPDATED]]),
  ])
  expect(differences(before, (await corrected(app)).cells)).toEqual({
    [`${headings},${end}`]: 'Corrections',
    [`${headings},${end + 1}`]: 'Client Answer',
    ...cells,
    ...Object.fromEntries(added),
  })
})
