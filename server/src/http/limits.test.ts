import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/start-test-app.ts'

test.each(['/healthz', '/api/auth/login'])(
  'a caller who leaves before %s replies causes no error',
  async (path) => {
    const { app, deps, logged } = await startTestApp()
    app.addHook('onRequest', async (request) => {
      request.raw.socket.destroy()
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify({ email: 'ann@example.com', password: 'wrong' })
    const headers = { 'content-type': 'application/json' }
    const post = path.startsWith('/api') ? { method: 'POST', body, headers } : {}
    await expect(fetch(url + path, post)).rejects.toThrow()
    // The work behind the call continues without its caller.
    const noted = () => deps.db.selectFrom('security_log').select('event').execute()
    await expect.poll(noted).toHaveLength(post.body ? 1 : 0)
    await app.close()
    expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  },
)
