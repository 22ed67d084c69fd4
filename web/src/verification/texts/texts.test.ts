import { expect, test } from 'vitest'
import { en, notForMe } from './en.ts'
import { es, notForMe as notForMeEs } from './es.ts'

/** Lists each text with its path, a function as its source code. */
const entries = (texts: object, place = ''): [place: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? entries(text, `${place}${key}.`) : [[`${place}${key}`, `${text}`]],
  )

test('has every text in both languages', () => {
  const english = new Map(entries({ ...en, notForMe }))
  const spanish = entries({ ...es, notForMe: notForMeEs })
  expect(spanish.map(([place]) => place).sort()).toEqual([...english.keys()].sort())
  const same = spanish.filter(([place, text]) => english.get(place) === text)
  expect(same.map(([place]) => place)).toEqual(['errorTitle'])
})

test('lists fields in words', () => {
  expect(en.form.edited(['city'])).toContain('the city.')
  expect(en.form.edited(['zip_code', 'phone_number'])).toContain('the zip code and phone number.')
  expect(en.form.edited(['city', 'state', 'email'])).toContain('the city, state, and email.')
  expect(es.form.edited(['city'])).toContain(': ciudad.')
  expect(es.form.edited(['city', 'state', 'email'])).toContain(
    ': ciudad, estado y correo electrónico.',
  )
})

test('writes a day in words, this year’s without the year', () => {
  const day = new Date(2025, 9, 3)
  expect(en.done.received(day)).toContain(' Oct 3, 2025.')
  expect(es.done.received(day)).toContain(' 3 de octubre de 2025.')
  const thisYear = new Date(new Date().getFullYear(), 0, 31)
  expect(es.link.expired(thisYear)).toContain(' 31 de enero.')
})
