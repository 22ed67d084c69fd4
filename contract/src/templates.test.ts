import { expect, test } from 'vitest'
import { TemplateContent, templateIdOf } from './templates.ts'

test.each([
  ['Big Clients', 'big-clients'],
  ['  Spring -- Letter (2026)! ', 'spring-letter-2026'],
  ["O'Brien & Söhne", 'obrien-shne'],
  ['信', ''],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('turns the name “%s” into the id “%s”', (name, id) => expect(templateIdOf(name)).toBe(id))

test('rejects the link in a subject, with any blanks in its braces', () => {
  for (const subject of ['Answer: {{verificationUrl}}', 'x {{ verificationUrl }}']) {
    const { error } = TemplateContent.safeParse({ name: 'Spring', subject })
    expect(error?.issues).toMatchObject([{ path: ['subject'] }])
  }
})
