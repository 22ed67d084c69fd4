import { expect, test } from 'vitest'
import { bearer, logIn } from '../../../../testing/second-factor.ts'
import { SITE, startWithProvider } from '../../../../testing/start-with-provider.ts'

const FOREIGN = [
  'https://evil.example/sign-in',
  '//evil.example',
  '/\\evil.example',
  'https://attest.test.evil.example/',
  'https://attest.test@evil.example/',
  'https://attest.test\\@evil.example/',
  'https://evil.example@attest.test/',
  'https://user:password@attest.test/',
  'https:\\\\attest.test\\sign-in',
  'https://attest.test/\\sign-in',
  'https://attest.test/\tsign-in',
  'http://attest.test/sign-in',
  'https://attest.test:8443/',
  'javascript:alert(1)',
  'javascript://attest.test/%0aalert(1)',
  'data:text/html,https://attest.test/',
  'blob:https://attest.test/9e3f3c3e',
  'filesystem:https://attest.test/x',
  'ftp://attest.test/',
  'https://',
]

const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }

test('refuses to return to a foreign address', async () => {
  const app = await startWithProvider()
  const own = bearer(await logIn(app))
  for (const foreign of FOREIGN) {
    const query = new URLSearchParams({ provider: 'local', redirect_to: foreign, ...challenge })
    const payload = { provider_id: 'local', redirect_to: foreign, ...challenge }
    const linked = { ...own, payload: { provider: 'local', return_to: foreign } }
    const answers = {
      sso: await app.send('POST', '/auth/v1/sso', { payload }),
      authorize: await app.send('GET', `/auth/v1/authorize?${query}`),
      link: await app.send('GET', `/auth/v1/user/identities/authorize?${query}`, own),
      account: await app.send('POST', '/api/account/identities', linked),
    }
    for (const [call, { status, body, headers }] of Object.entries(answers))
      expect({ foreign, call, status, code: body.code, to: headers.location }).toEqual({
        foreign,
        call,
        status: 400,
        code: 'redirect_not_allowed',
        to: undefined,
      })
  }
})

test.each(['', '/sign-in'])('refuses a sign-in that returns to the path “%s”', async (path) => {
  const { api } = await startWithProvider()
  const payload = { provider_id: 'local', redirect_to: path, ...challenge }
  expect((await api.post('/auth/v1/sso', payload)).body.code).toBe('redirect_not_allowed')
})

test.each(['/account?tab=1', `${SITE}/account`])('returns to %s after a linking', async (page) => {
  const app = await startWithProvider()
  const own = bearer(await logIn(app))
  const payload = { provider: 'local', return_to: page }
  expect((await app.send('POST', '/api/account/identities', { ...own, payload })).status).toBe(200)
})
