import { INVALID_LINK, type VerificationAnswer } from '@attest/contract/verification'
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const { client_number: _, group_template: __, language: ___, ...details } = clientInput()
const NEW_PHONE = '+16175550199'

/** A client that has the page open, and what the page would send. */
async function anOpenPage() {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  const user = `/api/admin/users/${client.id}`
  const url = `/api/verify/${await aLink(app.deps, client)}`
  const { body: shown } = await app.api.get(url)
  const answer = (over: Partial<VerificationAnswer> = {}) =>
    app.api.post(url, { ...shown, action: 'confirm', ...over })
  const corrected = async (fields: object) => {
    app.clock.ahead += 1000
    await app.api.put(user, fields)
  }
  const now = async () => (await app.api.get(user)).body
  const history = async () => (await app.api.get(`${user}/audit-logs`)).body
  return { ...app, client, url, shown, answer, corrected, now, history }
}

test('keeps the office’s correction against an older page', async () => {
  const { answer, corrected, now, history, url, api } = await anOpenPage()
  await corrected({ phone_number: NEW_PHONE })
  const { status, body } = await answer()
  expect(status).toBe(409)
  expect(body).toEqual({
    code: 'conflict',
    message:
      'Our office has changed your details since you opened this page. Please look at them once more.',
    current: { ...details, phone_number: NEW_PHONE, last_updated: (await now()).last_updated },
  })
  expect(await now()).toMatchObject({ phone_number: NEW_PHONE, status: 'pending' })
  expect(await history()).toHaveLength(1)
  expect((await api.get(url)).status).toBe(200)
})

test('accepts an answer given after seeing the correction', async () => {
  const { answer, corrected, now, history, shown } = await anOpenPage()
  await corrected({ phone_number: NEW_PHONE })
  const { last_updated } = (await answer()).body.current
  expect((await answer({ action: 'update', last_updated })).status).toBe(200)
  expect(await now()).toMatchObject({ phone_number: shown.phone_number, status: 'updated' })
  expect((await history())[0]).toMatchObject({ admins: null, field: 'phone_number, status' })
})

test('accepts an answer that agrees with the correction', async () => {
  const { answer, corrected, now } = await anOpenPage()
  await corrected({ phone_number: NEW_PHONE })
  expect((await answer({ phone_number: NEW_PHONE })).status).toBe(200)
  expect(await now()).toMatchObject({ status: 'confirmed' })
})

test('keeps a page valid after another mail', async () => {
  const { answer, api, clock, client, now } = await anOpenPage()
  clock.ahead += 1000
  await api.post(`/api/admin/resend-email/${client.id}`)
  expect((await answer({ action: 'update', city: 'Salem' })).status).toBe(200)
  expect(await now()).toMatchObject({ status: 'updated' })
})

test('accepts an answer without a version', async () => {
  const { answer, corrected, now, shown } = await anOpenPage()
  await corrected({ phone_number: NEW_PHONE })
  expect((await answer({ last_updated: undefined })).status).toBe(200)
  expect(await now()).toMatchObject({ phone_number: shown.phone_number, status: 'updated' })
})

test('shows no details for an outdated answer by a dead link', async () => {
  const { answer, corrected } = await anOpenPage()
  await corrected({ email: 'somebody.else@example.com' })
  const { status, body } = await answer()
  expect({ status, body }).toMatchObject({ status: 404, body: { message: INVALID_LINK } })
})
