import { expect, test } from 'vitest'
import { type LetterValues, renderLetter } from './letter.ts'
import { foreignPlaceholders, unknownPlaceholders } from './placeholders.ts'

const values: LetterValues = {
  first_name: 'Ann',
  last_name: 'O\'Brien & "Sons"',
  email: 'ann@example.com',
  address: '1 <Elm> St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
  due_date: 'March 31, 2027',
  link_expires: 'April 30, 2027',
  verificationUrl: 'https://attest.test/verify/abc',
}
const firm = { name: 'Harrow & Finch', phone: '(617) 555-0140' }
const content = {
  subject: 'For {{first_name}}\r\n{{last_name}}',
  textContent: '',
  greeting: 'Dear {{ first_name }},',
  mainMessage: 'One\ntwo\n\nthree & four {{unknown}}',
  addressLabel: 'Current Address:',
  buttonText: 'Confirm My Address',
  footerMessage: 'Foot',
  signature: 'Kind regards,',
}

test('fills placeholders, escaped in HTML and plain in the text', () => {
  const { html, text, subject } = renderLetter(content, values, firm)
  expect(html).toContain('Dear Ann,')
  expect(html).toContain('1 &lt;Elm&gt; St')
  expect(html).toContain("O'Brien &amp; &quot;Sons&quot;")
  expect(text).toContain('1 <Elm> St\nBoston, MA 02134')
  expect(subject).toBe('For Ann O\'Brien & "Sons" · Harrow & Finch')
})

test('ends the address block abroad with the country', () => {
  const berlin = { ...values, city: 'Berlin', state: '', zip_code: '10115', country: 'Germany' }
  expect(renderLetter(content, berlin, firm).text).toContain('\nBerlin, 10115\nGermany\n')
  expect(renderLetter(content, berlin, firm).html).toContain('Berlin, 10115<br>Germany<')
  const noZip = { ...berlin, city: 'Sarajevo', zip_code: '', country: 'Bosnia & Herzegovina' }
  expect(renderLetter(content, noZip, firm).text).toContain('\nSarajevo\nBosnia & Herzegovina\n')
  expect(renderLetter(content, noZip, firm).html).toContain('Sarajevo<br>Bosnia &amp; Herzegovina<')
})

test('leaves no blank in place of a missing last name', () => {
  const greeting = 'Dear {{first_name}} {{last_name}},'
  const { text } = renderLetter({ ...content, greeting }, { ...values, last_name: '' }, firm)
  expect(text).toContain('Dear Ann,')
  expect(text).toContain('\nAnn\n1 <Elm> St\n')
})

test('shows the link as a button and as text', () => {
  const { html, text } = renderLetter(content, values, firm)
  expect(html.match(/href="https:\/\/attest\.test\/verify\/abc"/g)).toHaveLength(2)
  expect(html).toContain('>https://attest.test/verify/abc</a>')
  expect(text).toContain('Confirm My Address:\nhttps://attest.test/verify/abc')
})

test('tells how to check a letter that asks for an answer', () => {
  const how = /We never ask for a password or a payment\..* Call the number that you already have/
  const { html, text } = renderLetter(content, values, firm)
  expect([html, text]).toEqual([expect.stringMatching(how), expect.stringMatching(how)])
  expect(renderLetter({ ...content, buttonText: '' }, values, firm).text).not.toMatch(how)
})

test('says what a letter asks for, until when, and who sends it', () => {
  const named = renderLetter({ ...content, subject: 'Harrow & Finch asks' }, values, firm)
  expect(named.subject).toBe('Harrow & Finch asks')
  for (const part of [named.html, named.text]) {
    expect(part).toContain('Please check your postal address, phone number and email.')
    expect(part).toContain('The link works until April 30, 2027.')
    expect(part).toMatch(/You get this email because you are a client of Harrow &(amp;)? Finch\./)
  }
  expect(named.html).toContain('<a class="link" href="tel:6175550140"')
  expect(named.html).not.toMatch(/font-size:1[0-5]px/)
  const embeddedLogo = 'cid:firm-logo'
  const { html } = renderLetter(content, values, { ...firm, embeddedLogo })
  expect(html).toContain('<img src="cid:firm-logo" alt=""')
})

test('keeps line breaks and paragraphs of the template', () => {
  expect(renderLetter(content, values, firm).html).toContain('One<br>two')
  expect(renderLetter(content, values, firm).html).toContain('three &amp; four {{unknown}}')
})

test('fills no placeholder inside a value', () => {
  const { text } = renderLetter(content, { ...values, first_name: '{{verificationUrl}}' }, firm)
  expect(text).toContain('Dear {{verificationUrl}},')
})

test('leaves unknown placeholders as they are', () => {
  const more = { ...values, message_id: '<1@attest.test>' }
  const textContent = 'Hi {{message_id}} {{constructor}}'
  expect(renderLetter({ ...content, buttonText: '', textContent }, more, firm).text).toBe(
    textContent,
  )
})

test('renders a letter that asks for nothing without address and button', () => {
  const { html, text } = renderLetter(
    { ...content, addressLabel: '', buttonText: '' },
    values,
    firm,
  )
  expect(html).not.toContain('verify/abc')
  expect(text).not.toContain('Boston')
})

test('adds the link to a handwritten text without one', () => {
  const link = 'https://attest.test/verify/abc'
  const textOf = (textContent: string, over = {}) =>
    renderLetter({ ...content, textContent, ...over }, values, firm).text
  expect(textOf('Hi {{city}}: {{ verificationUrl }}')).toBe(`Hi Boston: ${link}`)
  expect(textOf('Hi {{city}}')).toBe(
    `Hi Boston\n\nConfirm My Address:\n${link}\nThe link works until April 30, 2027.\n\nPuede leer esta página en español:\n${link}?lang=es`,
  )
  expect(textOf('Hi {{city}}', { buttonText: '' })).toBe('Hi Boston')
})

test('puts the start of the message into the preview text', () => {
  const { html } = renderLetter(
    { ...content, mainMessage: 'Is {{city}} right?\n\nMore' },
    values,
    firm,
  )
  expect(html).toMatch(/<body[^>]*><div style="display:none[^>]*>Is Boston right\?&#847;/)
})

test.each([
  ['Dear {{first_name}} {{ last_name }}', []],
  ['{{firstname}}, {{city}} and {{Zip}}', ['{{firstname}}', '{{Zip}}']],
  ['{{first_name} and {{', ['{{first_name}', '{{']],
  ['{{first name}}', ['{{first name}}']],
  ['{{}} and {{constructor}}', ['{{}}', '{{constructor}}']],
])('in “%s” finds the unknown placeholders %j', (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown)
})

test.each([
  ['Dear {first_name} of {{city}}', ['{first_name}', '{{first_name}}']],
  ['Dear [First Name]', ['[First Name]', '{{first_name}}']],
  ['Dear <<Last_Name>>', ['<<Last_Name>>', '{{last_name}}']],
  ['Dear «Surname»', ['«Surname»', '{{last_name}}']],
  ['Dear %FNAME%', ['%FNAME%', '{{first_name}}']],
  ['Dear %%first name%%', ['%%first name%%', '{{first_name}}']],
  ['Dear *|LNAME|*', ['*|LNAME|*', '{{last_name}}']],
  ['Click [link]', ['[link]', '{{verificationUrl}}']],
  ['Save 20% this year and 30% next, [see below] {thanks}', undefined],
  ['Dear {{first_name}}', undefined],
])('in “%s” finds the placeholder of another program: %j', (text, found) => {
  const [written, ours] = found ?? []
  expect(foreignPlaceholders(text)).toEqual(found ? [{ written, ours }] : [])
})
