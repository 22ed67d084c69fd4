import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../testing/make.ts'
import { startWithSmtp } from '../../testing/start-with-smtp.ts'

async function start() {
  const app = await startWithSmtp()
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const address = async () => (await app.api.get('/api/admin/settings')).body.address
  const untried = async () => (await app.api.get('/api/admin/stats')).body.mail.untried
  const open = (url: string) => app.send('GET', url, { headers: { authorization: '' } })
  /** The link of a new test email. */
  const linkOf = async () => {
    await app.api.post('/api/admin/settings/email/test', { senderAddress: 'records@hale.test' })
    return /\/address-check\/[\w-]+/.exec(app.sink.received.at(-1)!.mail.text!)![0]
  }
  return { ...app, address, untried, open, linkOf }
}

test('the newest link of a test email proves the address until it changes', async () => {
  const { config, address, untried, open, linkOf } = await start()
  const former = await linkOf()
  const link = await linkOf()
  expect((await open(former)).status).toBe(404)
  expect(await address()).toEqual({ value: 'https://attest.test', problem: null, openedAt: null })
  expect(await untried()).toBe(true)
  expect((await open(link)).body).toContain('The address works')
  expect((await address()).openedAt).toEqual(expect.any(String))
  expect(await untried()).toBe(false)
  config.PUBLIC_URL = 'https://other.test'
  expect((await address()).openedAt).toBeNull()
  expect(await untried()).toBe(true)
})

test('an answer by link proves the address, too', async () => {
  const { api, deps, untried } = await start()
  const token = await aLink(deps, await aClient(deps))
  const { client_number: _, group_template: __, language: ___, ...details } = clientInput()
  await api.post(`/api/verify/${token}`, { ...details, action: 'confirm' })
  expect(await untried()).toBe(false)
})
