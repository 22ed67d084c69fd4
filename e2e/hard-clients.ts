import type { App } from './app.ts'

/** Texts of 200 letters, with and without spaces. */
const LONG_WORDS = 'Maximiliana Alexandrovna '.repeat(8)
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200)

const RECORD = {
  phone_number: '(617) 555-0101',
  state: 'MA',
  zip_code: '02134',
}

const LONG = {
  ...RECORD,
  first_name: LONG_WORDS,
  last_name: LONG_WORD,
  email: `${'name.of.mine.'.repeat(4)}@${'sub.'.repeat(12)}example.com`.replace('.@', '@'),
  client_number: 'LONG'.repeat(20),
  alt_number: '(617) 555-0102 ext. 4711',
  address: `${LONG_WORDS}Street`.slice(0, 200),
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
}

const RIGHT_TO_LEFT = {
  ...RECORD,
  first_name: 'عبد الرحمن محمد الأمين الشريف',
  last_name: 'بن عبد العزيز',
  email: 'abd@example.com',
  client_number: 'RTL-1',
  address: 'شارع الملك فهد 12',
  city: 'الرياض',
}

async function add(app: App, client: object): Promise<number> {
  const answer = await app.as('POST', '/api/admin/users', client)
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { id: number }).id
}

/** Adds a client with the longest value in each field, and one whose name is written from right to left. */
export async function addHardClients(app: App): Promise<{ long: number; rtl: number }> {
  return { long: await add(app, LONG), rtl: await add(app, RIGHT_TO_LEFT) }
}
