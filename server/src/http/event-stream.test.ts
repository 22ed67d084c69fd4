import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const LIVE = '/api/admin/events'
const progress = () => `/api/admin/import-progress/${randomUUID()}`

test('allows a session at most five open streams', async () => {
  const app = await startTestApp()
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const open = async (path: string, token = app.token) => {
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const answer = await fetch(origin + path, { ...bearer(token), signal: left.signal })
    return { status: answer.status, answer, left }
  }
  const first = await open(LIVE)
  for (const path of [LIVE, LIVE, progress(), progress()])
    expect((await open(path)).status).toBe(200)
  for (const path of [LIVE, progress()]) {
    const { status, answer } = await open(path)
    expect(status).toBe(429)
    const message = '5 live views are open in this session. Please close one first.'
    expect(await answer.json()).toEqual({ code: 'rate_limited', message })
  }
  expect((await open(LIVE, await logIn(app))).status).toBe(200)
  first.left.abort()
  await expect.poll(async () => (await open(progress())).status).toBe(200)
  expect((await open(LIVE)).status).toBe(429)
})
