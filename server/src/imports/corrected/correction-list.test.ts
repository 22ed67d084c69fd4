// @module-tag heavy
import { expect, test } from 'vitest'
import { answer, clientOf, fileOf } from '../../../../testing/corrected.ts'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

const CALL = '/api/admin/corrections'
const HOUR_MS = 60 * 60 * 1000

test.each(['csv', 'xlsx'])('lists the net changes of several answers as %s', async (format) => {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2'), row('3')), quietly)
  await answer(app, '1', { city: 'Salem', last_name: '=1+1' })
  await answer(app, '1', { city: 'Lynn', phone_number: '617-555-0199' })
  await answer(app, '2', { city: 'Salem' })
  await answer(app, '2', { city: 'Boston' })
  await answer(app, '3', { email: 'new@example.com' })
  await app.api.delete(`/api/admin/users/${(await clientOf(app, '3')).id}`)
  const { name, cells } = await fileOf(app, `${CALL}?format=${format}`)
  expect(name).toContain(`.${format}`)
  const lastName = format === 'csv' ? "'=1+1" : '=1+1'
  expect(cells.map((each) => each.slice(0, 5))).toEqual([
    ['Client Number', 'Name', 'Field', 'Old Value', 'New Value'],
    ['1', 'Ann =1+1', 'Last name', 'Lee', lastName],
    ['1', 'Ann =1+1', 'City', 'Boston', 'Lynn'],
    ['1', 'Ann =1+1', 'Phone number', '(617) 555-0140', '(617) 555-0199'],
    ['3', 'Ann Lee', 'Email', 'ann@example.com', 'new@example.com'],
  ])
  expect(cells.at(-1)).toEqual(expect.arrayContaining(['Deleted']))
})

test('continues where the administrator’s last full download started', async () => {
  const app = await startTestApp()
  const last = async () => (await app.api.get(`${CALL}/last`)).body.at
  const numbers = async (query = '') => {
    const { body } = await app.api.get(`${CALL}?format=csv${query}`)
    return String(body)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
  }
  await importFile(app, csv(row('1'), row('2')), quietly)
  await answer(app, '1', { city: 'Salem' })
  await app.pass(HOUR_MS)
  expect(await last()).toBeNull()
  expect(await numbers()).toEqual(['1'])
  expect(await last()).toMatch(/T/)
  await app.pass(HOUR_MS)
  await answer(app, '2', { city: 'Lynn' })
  const day = new Date(Date.now() - 24 * HOUR_MS).toISOString()
  expect(await numbers()).toEqual(['2'])
  expect(await numbers(`&since=${day}`)).toEqual(['1', '2'])
  expect(await numbers(`&since=${day.slice(0, 10)}`)).toEqual(['1', '2'])
  expect((await app.api.get(`${CALL}?format=csv&since=soon`)).status).toBe(400)
  // This download starts too late, so to continue after it would leave a gap.
  const remembered = await last()
  await app.pass(HOUR_MS)
  const later = new Date(Date.parse(remembered) + 60_000).toISOString()
  expect(await numbers(`&since=${later}`)).toEqual([])
  expect(await last()).toBe(remembered)
})

test('reports what the office has set back since the last download', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2')), quietly)
  await answer(app, '1', { city: 'Salem', phone_number: '617-555-0199' })
  await app.pass(HOUR_MS)
  expect((await fileOf(app, `${CALL}?format=csv`)).cells).toHaveLength(3)
  await app.pass(HOUR_MS)
  await answer(app, '2', { city: 'Salem' })
  const { reviews } = (await app.api.get('/api/admin/reviews')).body
  const items = reviews.map(
    ({ clientId, answerIds }: { clientId: number; answerIds: number[] }) => ({
      clientId,
      answerIds,
      setBack: ['city'],
    }),
  )
  expect((await app.api.post('/api/admin/reviews', { items })).status).toBe(200)
  const { cells } = await fileOf(app, `${CALL}?format=csv`)
  expect(cells.slice(1)).toEqual([
    [
      ...['1', 'Ann Lee', 'City', 'Salem', 'Boston'],
      expect.stringMatching(/^Updated by link .*, changed by the office since$/),
      expect.stringMatching(/^Set back on [\d: -]+ by admin@example.com$/),
    ],
  ])
})
