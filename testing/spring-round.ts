import { startDueRound } from '../server/src/mailings/start-round.ts'
import { aRound, mailed, untilSent } from './a-round.ts'
import { aClient } from './make.ts'

export const rounds = '/api/admin/rounds'
export const users = '/api/admin/users'
export const EVERYBODY = { filter: {}, total: 3 }
export const spring = (more = {}) => ({ name: 'Spring 2027', due_on: '2099-12-31', ...more })

/** Three clients without a round. The clock is stopped at 10:00 on a Monday in New York. */
export async function threeClients(names = ['ann', 'bob', 'cid']) {
  const app = await aRound([])
  app.clock.stoppedAt = Date.parse('2027-02-01T15:00:00.000Z')
  await app.pass(0)
  const clients = []
  for (const name of names)
    clients.push(await aClient(app.deps, { email: name && `${name}@example.com` }))
  const due = async () => {
    await startDueRound(app.deps)
    await untilSent(app)
    return mailed(app)
  }
  const plan = async (more = {}) =>
    (
      await app.api.post(
        rounds,
        spring({ selection: EVERYBODY, startsAt: '2027-02-02T09:00', ...more }),
      )
    ).body
  return { ...app, clients, due, plan }
}
