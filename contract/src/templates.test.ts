import { expect, test } from 'vitest'
import { templateIdOf } from './templates.ts'

test.each([
  ['Big Clients', 'big-clients'],
  ['  Spring -- Letter (2026)! ', 'spring-letter-2026'],
  ["O'Brien & Söhne", 'obrien-shne'],
  ['信', ''],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('the name “%s” gives the id “%s”', (name, id) => expect(templateIdOf(name)).toBe(id))
