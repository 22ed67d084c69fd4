import { expect, test } from 'vitest'
import { categoryOf, refusalOf } from './file-categories.ts'

test('derives the category from the file extension', () => {
  expect(categoryOf('Deed.PDF')).toBe('document')
  expect(categoryOf('list.ods')).toBe('spreadsheet')
  expect(categoryOf('seal.webp')).toBe('image')
  expect(categoryOf('README')).toBe('other')
  expect(categoryOf('x.constructor')).toBe('other')
})

test('accepts 50 MB and rejects one byte more', () => {
  const size = 50 * 1024 * 1024
  expect(refusalOf({ name: 'deed.pdf', size })).toBeUndefined()
  expect(refusalOf({ name: 'deed.pdf', size: size + 1 })).toEqual({
    title: 'File too large',
    text: 'File size must be less than 50MB',
  })
})

test('accepts only listed file endings', () => {
  for (const name of ['setup.exe', 'page.html', 'deed', '.pdf.exe', 'x.constructor']) {
    expect(refusalOf({ name, size: 1 })?.title).toBe('Invalid file type')
  }
})
