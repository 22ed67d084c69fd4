import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

// The form sends a country only from abroad.
const { country: _, ...input } = clientInput()
const typed = { ...input, alt_number: '' }

async function aPage(over = {}) {
  const app = await startTestApp()
  const client = await aClient(app.deps, over)
  const url = `/verify/${await aLink(app.deps, client)}`
  const open = (path = url, headers = {}) =>
    app.send('GET', path, { headers: { authorization: '', ...headers } })
  const shown = { ...(await app.api.get(`/api${url}`)).body }
  const post = (values: Record<string, string>, headers = {}, path = url) =>
    app.send('POST', path, {
      headers: {
        authorization: '',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: String(new URLSearchParams({ shown: JSON.stringify(shown), ...values })),
    })
  const saved = async () => (await app.api.get(`/api/admin/users/${client.id}`)).body
  const history = async () =>
    (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body.length
  return { ...app, client, url, open, post, saved, history }
}

test('draws the page with the details and forbids caching', async () => {
  // A number that no file name contains by chance.
  const { open, client } = await aPage({ client_number: 'NUMBER 4711' })
  const { status, body, headers } = await open()
  expect(status).toBe(200)
  expect(body).toContain('<title>Are these details still right? · Attest</title>')
  expect(body).toContain(client.address)
  expect(body).not.toContain(client.client_number)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test.each([
  ['', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['', 'fr, es;q=0.4, en;q=0.6', 'en'],
  ['', 'fr', 'en'],
  ['?lang=es', 'en-US', 'es'],
  ['?lang=en', 'es', 'en'],
  ['?lang=constructor', 'es', 'es'],
  ['?lang=es&lang=en', '', 'en'],
])('for %j and a browser that prefers %j, draws in %s', async (query, accepted, language) => {
  const { url, open } = await aPage()
  const { body } = await open(`${url}${query}`, { 'accept-language': accepted })
  expect(body).toContain(`<html lang="${language}">`)
  const title = language === 'es' ? '¿Siguen correctos sus datos?' : 'Are these details'
  expect(body).toContain(`<title>${title}`)
})

test('draws in the client’s language unless the URL names another', async () => {
  const { url, open, post, client, deps } = await aPage({ language: 'es' })
  const english = { 'accept-language': 'en-US' }
  expect((await open(url, english)).body).toContain('<html lang="es">')
  expect((await open(`${url}?lang=en`, english)).body).toContain('<html lang="en">')
  const dead = `/verify/${await aLink(deps, client)}`
  await post({ action: 'confirm' })
  expect((await open(dead, english)).body).toContain('Usted respondió')
})

test('keeps a chosen language for the client with a posted answer', async () => {
  const { url, open, post, saved } = await aPage()
  const spanish = { 'accept-language': 'es' }
  expect((await open(url, spanish)).body).not.toContain('lang=es#answer')
  expect((await open(`${url}?lang=es`, spanish)).body).toContain('?lang=es#answer')
  await post({}, {}, `${url}?lang=es`)
  expect((await saved()).language).toBe('')
  await post({ action: 'confirm' }, {}, `${url}?lang=es`)
  expect(await saved()).toMatchObject({ language: 'es', status: 'confirmed' })
})

test('repeats the request to confirm a new email after a repeated answer', async () => {
  const { post } = await aPage()
  const values = { ...typed, action: 'update' }
  const email = 'new@example.com'
  for (const _try of [1, 2]) {
    const { body } = await post({ ...values, email })
    expect(body).toContain(`We sent an email to ${email}.`)
  }
  const other = await aPage()
  expect((await other.post({ ...values, city: 'Salem' })).body).not.toContain('One thing is left')
})

test('draws markup in a name as text', async () => {
  const { open, post } = await aPage({ first_name: '</script><script>alert(1)</script>' })
  for (const { body } of [await open(), await post({ change: '' })])
    expect(body).not.toContain('<script>alert')
})

test.each([
  '.',
  ')',
  '>',
  '%3E',
  ',',
  ';',
  '"',
  '%20',
  '%C2%A0',
  '%E2%80%8B',
  '&amp;',
  '.%20Thanks',
])('opens a link that a mail program ended with “%s”', async (behind) => {
  const { url, open, client } = await aPage()
  const { status, headers } = await open(`${url}${behind}?lang=es`)
  expect(status).toBe(302)
  expect(headers.location).toBe(`${url}?lang=es`)
  expect((await open(String(headers.location))).body).toContain(client.address)
  const button = await open(`${url.replace('verify', 'not-me')}${behind}`)
  expect(button.headers.location).toBe(url.replace('verify', 'not-me'))
})

test('opens a link that a mail program broke in two', async () => {
  const { url, open } = await aPage()
  for (const gap of ['%20', '%0D%0A', '=%0D%0A', '%E2%80%8B'])
    for (const at of [8, 30]) {
      const { headers } = await open(`${url.slice(0, at)}${gap}${url.slice(at)}?lang=es`)
      expect(headers.location).toBe(`${url}?lang=es`)
    }
})

test.each(['/code/', '/Code', '/CODE', '/code.', '/code)', '/code%20', '/Code,'])(
  'leads to the page for a code from %s, as people type it',
  async (path) => {
    const { open } = await aPage()
    expect((await open(path)).headers.location).toBe('/code')
    expect((await open('/codes')).status).toBe(404)
  },
)

test('asks for the last name that the client has emptied', async () => {
  const { post, saved, client } = await aPage()
  const { body } = await post({ ...typed, last_name: '', action: 'update' })
  expect(body).toContain('Enter your last name')
  expect(await saved()).toMatchObject({ last_name: client.last_name, status: 'pending' })
})

test('says “Almost done” while a new email is not confirmed', async () => {
  const { post } = await aPage()
  const { body } = await post({ ...typed, email: 'new@example.com', action: 'update' })
  expect(body).toContain('<title>Almost done')
  expect(body).not.toContain('Verification Complete')
})

test('distinguishes unknown, answered and expired links', async () => {
  const { open, post, deps, client, pass } = await aPage()
  const expired = `/verify/${await aLink(deps, client)}`
  const unknown = await open('/verify/unknown')
  expect(unknown.status).toBe(404)
  expect(unknown.body).toContain('This verification link is invalid or has expired.')
  await pass(400 * 24 * 60 * 60 * 1000)
  expect((await open(expired)).body).toContain('This link worked until')
  await deps.db.updateTable('verification_links').set({ expires_at: '2100-01-01' }).execute()
  await post({ action: 'confirm' })
  const answered = await open()
  expect(answered.body).toContain('You answered on')
  expect(answered.body).not.toContain(client.address)
})

test('changes nothing for a scanner that opens the page and posts its form', async () => {
  const { open, post, saved, history } = await aPage()
  for (const path of [undefined, undefined]) await open(path)
  const forms: Record<string, string>[] = [{}, { change: '' }, { action: '' }, { action: 'update' }]
  for (const values of forms) await post(values)
  expect(await saved()).toMatchObject({ status: 'pending' })
  expect(await history()).toBe(0)
})

test('saves one answer of fifty posts at once', async () => {
  const { post, saved, history } = await aPage()
  const values = { ...typed, city: 'Worcester', action: 'update' }
  const replies = await Promise.all(Array.from({ length: 50 }, () => post(values)))
  for (const { body } of replies) expect(body).toContain('Verification Complete')
  expect(await saved()).toMatchObject({ city: 'Worcester', status: 'updated' })
  expect(await history()).toBe(1)
})

test('keeps what was typed when an answer is refused', async () => {
  const { post, saved } = await aPage()
  const values = { ...typed, city: 'Worcester', zip_code: '12', action: 'update' }
  const { status, body } = await post(values)
  expect(status).toBe(200)
  expect(body).toMatch(/<title>Error: /)
  expect(body).toContain('Enter a zip code of 5 digits, such as 02134')
  expect(body).toContain('value="Worcester"')
  expect(await saved()).toMatchObject({ status: 'pending', city: 'Boston' })
})

test.each([
  ['another site’s form', { 'sec-fetch-site': 'cross-site' }],
  ['a form in JSON', { 'content-type': 'application/json' }],
])('shows no posted text from %s', async (_, headers) => {
  const { post, saved } = await aPage()
  const shown = JSON.stringify({ ...clientInput(), address: 'Call 555-0666', alt_number: null })
  const { body } = await post({ shown, action: 'confirm' }, headers)
  expect(body).not.toContain('555-0666')
  expect(await saved()).toMatchObject({ status: 'pending' })
  const code = await post({ code: 'Call 555-0666' }, headers, '/code')
  expect(code.body).not.toContain('555-0666')
})

test('says on the page that a form is too large or comes too often', async () => {
  const { open, post } = await aPage()
  const large = await post({ address: 'x'.repeat(1024 * 1024), action: 'update' })
  expect(large.status).toBe(413)
  expect(large.body).toContain('Something went wrong on our side.')
  for (let n = 0; n < 119; n++) await open()
  await open()
  const often = await open()
  expect(often.status).toBe(429)
  expect(often.body).toContain('There were too many tries from your connection.')
})
