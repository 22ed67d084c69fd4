import { expect, test } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { readBytes } from '../../../../testing/sheets/sheets.ts'

test.each([
  ['Email Consent', ['Declined', 'Refused', 'Not given', 'No - 1/2/24'], ['Yes', 'Pending', '']],
  ['Email Consent', ['Declined', 'Withdrawn 1/2/24'], ['Given', 'Granted', 'Signed 3/4/24', 'OK']],
  ['Class', ['OPP ATTY', 'EXPERT', 'Insurance Co', 'Adverse'], ['CLIENT', 'Closed']],
  ['Solicit Codes', ['Do Not Email;Do Not Mail'], ['Do Not Phone']],
  ['Is Deceased/Closed', ['1'], ['0', '']],
  ['deleted_at', ['2024-01-02 10:00:00'], ['NULL', '']],
  ['Is Opposing Party', ['Yes'], ['No', '']],
  // Firms for employees have them as clients.
  ['Client Type', ['Vendor'], ['Employee', 'Individual']],
  ['Notes', ['He is dead.', 'She died last year'], ['She is dead tired of waiting']],
  ['Type', ['Adverse driver'], ['Adverse Possession', 'Adverse Action']],
  ['contact_type', ['opposing_party', 'DO_NOT_CONTACT', 'doNotContact'], ['client']],
  ['Side', ['Opposing'], ['Ours', '']],
  ['No Bulk Emails (User Opt Out)', ['1'], ['0', '']],
  ['Requests no email', ['Yes'], ['No', '']],
  ['Email Status', ['Opt Out: Marketing'], ['Unengaged Marketable']],
])('under “%s”, a row says not to write', async (heading, refused, others) => {
  const lines = [...refused, ...others].map((text, at) => `${row(`${at + 1}`)},${text}`)
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  const damaged = rows.filter(({ damage }) => damage)
  expect(damaged.map(({ row: at }) => at)).toEqual(refused.map((_, at) => at + 2))
})

test.each([
  ['Contact Restrictions', 'No email'],
  ['Preferred Contact Method', 'No contact'],
])('under “%s”, “%s” leaves out the email', async (heading, text) => {
  const lines = [`${row('1')},${text}`, `${row('2')},At home`]
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.email)).toEqual([undefined, 'ann@example.com'])
})
