import { expect, test } from 'vitest'
import { aRound, HOUR_MS, untilSent } from '../../../../testing/a-round.ts'
import { ANN, arrivals, arrive, reasonOf, toAnn } from '../../../../testing/arrive.ts'
import { DIALECTS } from '../../../../testing/returned-mail.ts'

const { bounce } = DIALECTS.find(({ name }) => name === 'Postfix')!
const OTHER = 'ann@forwarded.example'

const aForwardedBounce = async () => {
  const app = await aRound(['ann', 'bob'])
  await untilSent(app)
  await app.pass(HOUR_MS)
  await arrive(app, bounce({ ...(await toAnn(app)), to: OTHER }))
  const delivery = async () => (await app.api.get('/api/admin/delivery')).body
  return { ...app, delivery }
}

test('counts a bounce that names another address once it is assigned', async () => {
  const app = await aForwardedBounce()
  const { unmatched, marked, lastEvent } = await app.delivery()
  expect(unmatched).toMatchObject([{ client_id: 1, email: ANN, named: OTHER }])
  expect(marked).toEqual({ total: 0, clients: [] })
  expect(lastEvent).toMatchObject({ kind: 'bounced', email: OTHER })
  const assign = () => app.api.post(`/api/admin/mail-events/${unmatched[0].id}/assign`)
  expect((await assign()).status).toBe(200)
  expect(await app.delivery()).toMatchObject({
    unmatched: [],
    marked: { total: 1, clients: [{ client_id: 1, email: ANN }] },
  })
  expect(await reasonOf(app)).toBe('address_bounced')
  expect((await assign()).body.code).toBe('bounce_decided')
  expect((await app.api.post('/api/admin/mail-events/99/assign')).status).toBe(404)
})

test('marks nobody for a dismissed bounce that names another address', async () => {
  const app = await aForwardedBounce()
  const [{ id }] = (await app.delivery()).unmatched
  expect((await app.api.post(`/api/admin/mail-events/${id}/dismiss`)).status).toBe(200)
  expect(await app.delivery()).toMatchObject({ unmatched: [], marked: { total: 0 } })
  expect(await arrivals(app)).toHaveLength(1)
})
