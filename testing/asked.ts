import { aRound, mailed, passToNext, untilSent } from './a-round.ts'
import { aLink, clientInput } from './make.ts'

const { client_number: _, group_template: __, language: ___, ...rest } = clientInput()
export const details = rest

export const DEATH = { kind: 'died', name: 'Rosa Lee', phone_number: '617-555-0188' }
export const WRONG = { kind: 'wrong_person' }

/** A round with two asked clients, and a valid link of the first. */
export async function asked() {
  const app = await aRound(['ann', 'bob'])
  const { api, deps, clients } = app
  await untilSent(app)
  app.sink.received.length = 0
  const [ann] = clients
  const url = `/api/admin/users/${ann!.id}`
  const link = await aLink(deps, ann!)
  const call = (path: string, payload: object = {}) =>
    app.send('POST', `/api/verify/${path}`, { payload, headers: { authorization: '' } })
  return {
    ...app,
    url,
    link,
    call,
    report: (said: object, token = link) => call(`${token}/not-for-me`, said),
    now: async () => (await api.get(url)).body,
    outstanding: async (reason: string, round = 1) =>
      (await api.get(`/api/admin/rounds/${round}/outstanding?reason=${reason}`)).body.clients,
    answer: (token: string, more = {}) =>
      call(token, { ...details, email: 'ann@example.com', action: 'confirm', ...more }),
  }
}

export type Asked = Awaited<ReturnType<typeof asked>>

/** Tries every way to email the first client. */
export async function tryToMail({ api, call, link, clients, ...app }: Asked) {
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await api.post(`/api/admin/resend-email/${clients[0]!.id}`)
  await call(`${link}/new-link`)
  await passToNext({ api, ...app })
  return mailed(app)
}
