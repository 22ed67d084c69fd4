import { expect, test } from 'vitest'
import { details, WRONG } from '../../../testing/asked.ts'
import { aClient, aLink } from '../../../testing/make.ts'
import { begin, startWithSmtp } from '../../../testing/start-with-smtp.ts'

/** A client who has answered by link, while the sender is stopped. */
async function anAnswer() {
  const app = await startWithSmtp()
  const { api, deps, send, sink } = app
  const { id, email } = await aClient(deps)
  const answer = async () => {
    const payload = { ...details, email, city: 'Salem', action: 'update' }
    await send('POST', `/api/verify/${await aLink(deps, { id, email })}`, { payload })
  }
  await answer()
  const notMe = () =>
    sink.received.map(({ mail }) => /not-me\/([\w-]+)/.exec(mail.text!)?.[1]).find(Boolean)
  await expect.poll(notMe).toBeDefined()
  await deps.sender.stop()
  const url = `/api/admin/users/${id}`
  const status = async () => (await api.get(url)).body.status
  /** Each of these restores the status that a canceled email had reset. */
  const excuseAndTrash = async () => {
    await api.put(`${url}/excuse`, { reason: 'other' })
    await api.delete(`${url}/excuse`)
    await api.delete(url)
    await api.post(`${url}/restore`)
  }
  const askAgain = async () => {
    await api.post(`/api/verify/${await aLink(deps, { id, email })}/not-for-me`, WRONG)
    await api.post('/api/admin/rounds/1/close')
    const ids = [id, (await aClient(deps, { email: 'bob@example.com' })).id]
    const round = { name: 'Fall', due_on: '2099-01-31', selection: { ids } }
    expect((await api.post('/api/admin/rounds', round)).status).toBe(200)
    expect(await status()).toBe('pending')
  }
  return { ...app, url, answer, status, notMe: notMe()!, excuseAndTrash, askAgain }
}

test('never restores the status of a void answer', async () => {
  const app = await anAnswer()
  const { api, url, status } = app
  await begin(app)
  await api.post(`/api/not-me/${app.notMe}`)
  expect(await status()).toBe('updated')
  await api.post(`${url}/dispute/end`, { restore: true })
  await app.excuseAndTrash()
  expect(await status()).toBe('pending')
})

test('restores no status by a canceled email in a later round', async () => {
  const app = await anAnswer()
  await begin(app)
  await app.api.post('/api/admin/mailings/2/cancel')
  expect(await app.status()).toBe('updated')
  await app.askAgain()
  await app.excuseAndTrash()
  expect(await app.status()).toBe('pending')
})

test('restores no status by an email that an answer has canceled', async () => {
  const app = await anAnswer()
  await begin(app)
  await app.answer()
  await app.askAgain()
  await app.excuseAndTrash()
  expect(await app.status()).toBe('pending')
})

test('restores the status if a mailing and the resend after it are canceled', async () => {
  const app = await anAnswer()
  const { api, deps, url, status } = app
  await aClient(deps, { email: 'bob@example.com' })
  await begin(app)
  await api.post(url.replace('users', 'resend-email'))
  expect((await api.post('/api/admin/mailings/2/cancel')).status).toBe(200)
  expect(await status()).toBe('pending')
  await api.post('/api/admin/mailings/3/cancel')
  expect(await status()).toBe('updated')
})
