import { expect, onTestFinished, test } from 'vitest'
import { LETTERS, makeLetters, pdfOf } from '../../../testing/letters.ts'
import { aClient } from '../../../testing/make.ts'
import { pdfLines } from '../../../testing/pdf-lines.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const ask = ({ api }: TestApp) => api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })

async function writeLetter({ api }: TestApp, over: object) {
  const url = '/api/admin/email-templates/GeneralClients'
  const { status } = await api.put(url, { ...(await api.get(url)).body, ...over })
  expect(status).toBe(200)
}

async function reportLines({ app, token }: TestApp) {
  const url = '/api/admin/rounds/1/report'
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return pdfLines(reply.rawPayload)
}

const texts = async (product: TestApp) => (await reportLines(product)).map(({ text }) => text)

test('keeps size and colour of a letter over a page break', async () => {
  const product = await startTestApp()
  await aClient(product.deps)
  const mainMessage = Array.from({ length: 90 }, (_, n) => `Sentence ${n}.`).join('\n')
  await writeLetter(product, { mainMessage })
  await ask(product)
  const lines = await reportLines(product)
  const sentences = lines.filter(({ text }) => text.startsWith('Sentence'))
  expect(new Set(sentences.map(({ page }) => page)).size).toBeGreaterThan(1)
  expect(new Set(sentences.map(({ size, colour }) => `${size} ${colour}`)).size).toBe(1)
  expect(sentences[0]!.size).toBe(10)
  const footers = lines.filter(({ text }) => /^Page \d+ of $/.test(text))
  expect(footers.map(({ page, size }) => [page, size])).toContainEqual([2, 8])
})

test('prints a note instead of words without a font', async () => {
  const product = await startTestApp()
  const { id } = await aClient(product.deps, {
    client_number: '7',
    first_name: 'ទូច',
    last_name: 'Łu',
  })
  await aClient(product.deps, { client_number: '8', first_name: 'Zoë', last_name: 'Łucka' })
  await ask(product)
  await product.api.post(`/api/admin/users/${id}/answers`, {
    via: 'letter',
    city: 'ភ្នំ ពេញ (Phnom Penh)',
  })
  const lines = await texts(product)
  expect(lines).toContain('(name in the CSV file)  7')
  expect(lines).toContain('Zoë Łucka  8')
  expect(lines).toContain('Changes: City: Boston → (in the CSV file) (Phnom Penh)')
})

test('prints names of any script, including words from right to left', async () => {
  const product = await startTestApp()
  const names = [
    ['王', '小明'],
    ['サトウ', 'はな子'],
    ['김', '민수'],
    ['Анна', 'Їжакевич'],
    ['Νίκος', 'Παπαδόπουλος'],
    ['Nguyễn', 'Đặng'],
    ['สมชาย', 'ใจดี'],
    ['अमर', 'पटल'],
    ["ג'ורג'", 'כהן'],
    ['محمد', 'علي'],
    ['Anna', 'כהן'],
  ] as const
  for (const [n, [first_name, last_name]] of names.entries())
    await aClient(product.deps, { client_number: `${n}`, first_name, last_name })
  await ask(product)
  const text = (await texts(product)).join('')
  for (const [n, name] of names.entries()) {
    const printed = name.join(' ').replace(RIGHT_TO_LEFT, leftToRight)
    expect(text).toContain(`${printed}  ${n}`)
  }
})

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}].*/u
const leftToRight = (words: string) => [...words].reverse().join('')

test('prints each letter in each of its languages', async () => {
  const product = await startTestApp({ FIRM_NAME: 'Harrow & Finch' })
  await aClient(product.deps, { language: 'es' })
  await ask(product)
  const lines = await texts(product)
  expect(lines).toContain(
    'General Clients, version 1: 1 email (kept in the outbox, not sent), in English or Spanish by the client’s language',
  )
  expect(lines).toContain('Subject in English: Please confirm your address · Harrow & Finch')
  expect(lines).toContain('Dear {{first_name}} {{last_name}},')
  expect(lines).toContain('Subject in Spanish: Confirme su dirección, por favor · Harrow & Finch')
  expect(lines).toContain('Hola, {{first_name}} {{last_name}}:')
})

test('names no language for a letter without translations', async () => {
  const product = await startTestApp()
  await aClient(product.deps, { language: 'es' })
  await writeLetter(product, { translations: {} })
  await ask(product)
  const lines = await texts(product)
  expect(lines).toContain('General Clients, version 2: 1 email (kept in the outbox, not sent)')
  expect(lines.filter((text) => text.includes('Spanish'))).toEqual([])
})

test('prints the link that a hand-written text gets', async () => {
  const product = await startTestApp()
  await aClient(product.deps)
  await writeLetter(product, { textContent: 'Please answer.', textIsGenerated: false })
  await ask(product)
  const lines = await texts(product)
  expect(lines.slice(lines.indexOf('Please answer.'))).toContain('{{verificationUrl}}')
})

test('prints earlier answers and the note of an excuse', async () => {
  const product = await startTestApp()
  const { api, deps } = product
  const answered = await aClient(deps, { client_number: '1' })
  const excused = await aClient(deps, { client_number: '2' })
  await ask(product)
  await api.post(`/api/admin/users/${answered.id}/answers`, { via: 'phone' })
  await ask(product)
  await api.put(`/api/admin/users/${excused.id}/excuse`, { reason: 'other', note: 'In prison' })
  expect(await texts(product)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Earlier Answers: Confirmed by phone on \d{4}-\d\d-\d\d \d\d:\d\d$/),
      expect.stringMatching(/^Excused: \d{4}-.* by admin@example.com: In prison$/),
    ]),
  )
})

test('counts a client whose email came back as asked on paper', async () => {
  const product = await startTestApp()
  const { api, deps } = product
  const { id, mail_to } = await aClient(deps, { email: 'lee@example.com' })
  await ask(product)
  const bounce = { bounced_to: mail_to, bounced_at: deps.now().toISOString() }
  await deps.db.updateTable('clients').set(bounce).execute()
  expect(await texts(product)).toContain('Outstanding: Address bounced 1.')
  const { batchId } = await makeLetters(product, id)
  await pdfOf(product, batchId)
  await api.post(`${LETTERS}/${batchId}/mailed`)
  expect(await texts(product)).toContain('Outstanding: Asked on paper 1.')
})

test('distinguishes sent emails from those in the outbox', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const product = await startTestApp({ SMTP_URL: sink.url })
  await aClient(product.deps)
  await aClient(product.deps)
  await writeLetter(product, { translations: {} })
  await ask(product)
  const letter = 'General Clients, version 2: 2 emails'
  const before = await texts(product)
  expect(before).toContain(letter)
  expect(before).toContainEqual(expect.stringMatching(/^Asked: \S+ \S+$/))
  await product.deps.db
    .updateTable('messages')
    .set({ provider: 'outbox' })
    .where('id', '=', 1)
    .execute()
  const after = await texts(product)
  expect(after).toContain(`${letter} (1 of them kept in the outbox, not sent)`)
  expect(after).toContainEqual(
    expect.stringMatching(/^Asked: \S+ \S+ \(kept in the outbox, not sent\)$/),
  )
})
