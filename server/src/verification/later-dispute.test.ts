import { expect, test } from 'vitest'
import { details } from '../../../testing/asked.ts'
import { aClient, aLink } from '../../../testing/make.ts'
import { merge } from '../../../testing/merge.ts'
import { startWithSmtp } from '../../../testing/start-with-smtp.ts'

const ADDRESS = { address: '8001 Elm Street, Apt 4B', city: 'Boston', email: 'ann@example.com' }

/** A client whose details were changed by each of these answers, one after the other. */
async function aClientAfter(...changes: object[]) {
  const app = await startWithSmtp()
  const { api, deps, sink } = app
  const { id } = await aClient(deps, ADDRESS)
  const url = `/api/admin/users/${id}`
  const now = async () => (await api.get(url)).body
  const receipts: string[] = []
  const answer = async (change: object, of = id) => {
    const { mail_to: email } = (await api.get(`/api/admin/users/${of}`)).body
    const token = await aLink(deps, { id: of, email })
    const fields = { ...details, ...ADDRESS, ...change, action: 'update' }
    expect((await api.post(`/api/verify/${token}`, fields)).status).toBe(200)
    const newest = () => {
      const texts = sink.received.map(({ mail }) => mail.text ?? '').join()
      return [...new Set(texts.match(/not-me\/[\w-]+/g))].find((each) => !receipts.includes(each))
    }
    await expect.poll(newest).toBeDefined()
    receipts.push(newest()!)
  }
  for (const change of changes) await answer(change)
  const dispute = async (n: number) =>
    expect((await api.post(`/api/${receipts[n]}`)).status).toBe(200)
  const restore = async (n: number) => {
    await dispute(n)
    const { body } = await api.get(`${url}/dispute`)
    const end = { restore: true, answerIds: body.answerIds }
    expect((await api.post(`${url}/dispute/end`, end)).status).toBe(200)
    return body.fields
  }
  const setBack = async (...fields: string[]) => {
    const [{ clientId, answerIds, old }] = (await api.get('/api/admin/reviews')).body.reviews
    const items = [{ clientId, answerIds, setBack: fields, note: null }]
    expect((await api.post('/api/admin/reviews', { items })).status).toBe(200)
    return old
  }
  return { ...app, id, url, now, answer, dispute, restore, setBack }
}

/** A client who took the answered city of a merged one, and answered with another city. */
async function aMergedClient() {
  const app = await aClientAfter()
  const { id: other } = await aClient(app.deps, ADDRESS)
  await app.answer({ city: 'Salem' }, other)
  expect((await merge(app, app.id, other, { city: other })).status).toBe(200)
  await app.answer({ city: 'Lynn' })
  return app
}

test('returns no value of the first dispute after a second one', async () => {
  const { restore, now } = await aClientAfter(
    { city: 'Salem', email: 'thief@example.net' },
    { city: 'Lynn', email: 'fence@example.net' },
  )
  await restore(0)
  expect(await restore(1)).toMatchObject([{ before: ADDRESS.email }, { before: 'Boston' }])
  expect(await now()).toMatchObject({ ...ADDRESS, mail_to: ADDRESS.email, status: 'pending' })
})

test('keeps what the client has answered again when a dispute ends', async () => {
  const { restore, answer, now } = await aClientAfter({ city: 'Salem' })
  await restore(0)
  await answer({ city: 'Salem' })
  await answer({ city: 'Lynn' })
  await restore(2)
  expect(await now()).toMatchObject({ city: 'Salem' })
})

test('returns no value of an answer disputed before by “Set Back”', async () => {
  const { restore, setBack, now } = await aClientAfter(
    { city: 'Salem', email: 'thief@example.net' },
    { city: 'Lynn', email: 'ann@example.org' },
  )
  await restore(0)
  expect(await setBack('email', 'city')).toMatchObject({ city: 'Boston', email: ADDRESS.email })
  expect(await now()).toMatchObject({ ...ADDRESS, mail_to: ADDRESS.email })
})

test('returns no disputed value of a merged client by “Set Back”', async () => {
  const { restore, setBack, now } = await aMergedClient()
  await restore(0)
  expect(await setBack('city')).toMatchObject({ city: 'Boston' })
  expect((await now()).city).toBe('Boston')
})

test('returns no disputed value of a merged client by a dispute', async () => {
  const { restore, now } = await aMergedClient()
  await restore(0)
  expect(await restore(1)).toMatchObject([{ before: 'Boston', answered: 'Lynn' }])
  expect((await now()).city).toBe('Boston')
})

test('returns an answered value of which only others were set back', async () => {
  const { restore, setBack, now } = await aClientAfter(
    { city: 'Salem', phone_number: '617-555-0188' },
    { city: 'Lynn', phone_number: '617-555-0188' },
  )
  await setBack('phone_number')
  await restore(1)
  expect(await now()).toMatchObject({ city: 'Salem', phone_number: details.phone_number })
})

test('asks a client whose last answer was disputed and partly corrected', async () => {
  const { id, url, api, restore } = await aClientAfter({
    city: 'Salem',
    phone_number: '617-555-0188',
  })
  expect((await api.put(url, { phone_number: '617-555-0199' })).status).toBe(200)
  await restore(0)
  const preview = await api.get(`/api/admin/rounds/preview?ids=${id}&leaveOutDays=30`)
  expect(preview.body).toMatchObject({ answeredLately: 0, totalUsers: 1 })
})

test('reports the phone number from before two disputed answers', async () => {
  const { api, dispute, now } = await aClientAfter(
    { phone_number: '617-555-0666', email: 'thief@example.net' },
    { phone_number: '617-555-0667' },
  )
  const { id } = (await api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })).body
  const report = async () => (await api.get(`/api/admin/rounds/${id}/report?format=csv`)).body
  await dispute(0)
  await dispute(1)
  expect((await now()).phone_number).toBe('+16175550667')
  expect(await report()).toContain(ADDRESS.email)
  expect(await report()).not.toMatch(/0666|0667|thief/)
})
