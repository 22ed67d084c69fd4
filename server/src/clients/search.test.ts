import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** Clients by their number. */
const CLIENTS = {
  accents: { first_name: 'José', last_name: 'Núñez' },
  plain: { first_name: 'Jose', last_name: 'Nunez' },
  curly: { last_name: 'O’Brien' },
  straight: { last_name: "O'Brien" },
  acute: { last_name: 'O´Brien' },
  apart: { last_name: 'O Brien' },
  hyphen: { first_name: 'Anne-Marie', last_name: 'Smith–Jones' },
  blank: { first_name: 'Anne Marie', last_name: 'Smith Jones' },
  nordic: { first_name: 'Søren', last_name: 'Łukasz' },
  german: { first_name: 'Weiß', last_name: 'Đặng' },
  umlaut: { first_name: 'Jörg', last_name: 'Müller' },
  digraph: { first_name: 'Joerg', last_name: 'Mueller' },
  wide: { first_name: 'Ｋｅｎ', last_name: 'Steﬀen' },
  greek: { last_name: 'ΠΑΠΑΔΟΠΟΥΛΟΣ' },
  street: { address: '12 St. James Ave., Apt. 4B' },
  'A-20': {},
  1001: {},
  '617_555_0102': {},
  stored: { phone_number: '+16175550101;ext=27' },
  old: { phone_number: '1 (617) 555-0101 x27' },
  dots: { phone_number: '617.555.0101, ask for Mary' },
  second: { phone_number: '+16175550199', alt_number: '617 555 0101' },
  british: { phone_number: '+442079460958' },
}

const NEUTRAL = { first_name: 'Ada', last_name: 'Wu', phone_number: '', email: '', address: '' }

async function startWithClients() {
  const { api, deps } = await startTestApp()
  for (const [client_number, client] of Object.entries(CLIENTS))
    await aClient(deps, { client_number, ...NEUTRAL, ...client })
  return async (search: string): Promise<string[]> => {
    const { body } = await api.get(`/api/admin/users?search=${encodeURIComponent(search)}`)
    return body.users.map((user: { client_number: string }) => user.client_number).sort()
  }
}

const SAME_NUMBER = ['dots', 'old', 'second', 'stored']

test.each([
  ['accents', ['jose', 'josé', 'JOSÉ NUNEZ', 'jose\u0301'], ['accents', 'plain']],
  ['strokes', ['soren lukasz', 'Søren', 'ŁUKASZ'], ['nordic']],
  ['umlauts', ['mueller', 'Müller', 'joerg müller', 'jörg mueller'], ['digraph', 'umlaut']],
  ['ß and đ', ['weiss', 'WEISS', 'weiß', 'dang', 'Đang'], ['german']],
  ['wide and joined letters', ['ken steffen', 'Ｋｅｎ'], ['wide']],
  ['Greek', ['παπαδοπουλος', 'Παπαδοπουλοσ'], ['greek']],
  ['apostrophes', ["O'Brien", 'O’BRIEN', 'O`Brien'], ['acute', 'apart', 'curly', 'straight']],
  ['no apostrophe', ['obrien'], ['acute', 'curly', 'straight']],
  ['hyphens', ['Smith-Jones', 'smith—jones', 'Anne‐Marie', 'smith − jones'], ['blank', 'hyphen']],
  ['no hyphen', ['annemarie', 'smithjones'], ['hyphen']],
  ['commas', ['Nunez, José', 'Nunez,José', '“Jose” nunez'], ['accents', 'plain']],
  ['punctuation', ['12 St James Ave', 'apt 4b', 'St. James, #4B'], ['street']],
  ['client numbers', ['a-20', 'A20', 'a–20'], ['A-20']],
  ['thousands', ['1,001'], ['1001']],
  ['underscores', ['617_555_0102'], ['617_555_0102']],
  ['phone numbers', ['617 555 0101', '6175550101', '(617) 555-0101', '617.555.0101'], SAME_NUMBER],
  ['country codes', ['+16175550101', '1-617-555-0101', '+1 (617) 555‑0101'], SAME_NUMBER],
  ['parts of a phone number', ['617.555', '(617)555', '555-0101', '617/555–01'], SAME_NUMBER],
  [
    'extensions',
    ['(617) 555-0101 ext. 27', '617-555-0101 x27', '+16175550101;ext=27'],
    ['old', 'stored'],
  ],
  ['words beside a phone number', ['mary 617-555', 'Wu, Ada, 617 555 0101 Mary'], ['dots']],
  ['foreign phone numbers', ['+44 20 7946 0958', '+442079460958', '20 7946-0958'], ['british']],
])('finds %s as a person means them', async (_, searches, found) => {
  const find = await startWithClients()
  for (const search of searches) expect([search, await find(search)]).toEqual([search, found])
})

test('treats neither wide signs nor lone punctuation as wildcards', async () => {
  const find = await startWithClients()
  for (const search of ['％', 'jos＿', '＼', '1＼']) expect(await find(search)).toEqual([])
  expect(await find('nunez - jose')).toEqual(['accents', 'plain'])
  for (const search of [',', "'"])
    expect(await find(search)).toHaveLength(Object.keys(CLIENTS).length)
})
