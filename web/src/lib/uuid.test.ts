import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { uuid } from './uuid.ts'

test('makes distinct ids that the contract accepts', () => {
  const made = Array.from({ length: 100 }, uuid)
  expect(new Set(made).size).toBe(100)
  for (const id of made) expect(z.uuid().safeParse(id).success).toBe(true)
})
