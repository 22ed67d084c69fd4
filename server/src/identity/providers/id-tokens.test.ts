import { expect, test } from 'vitest'
import type { Forgery } from '../../../../testing/forge-id-token.ts'
import { startWithProvider } from '../../../../testing/start-with-provider.ts'

test.each<[string, Forgery]>([
  ['no signature', { signature: 'none' }],
  ['an HMAC of the client’s secret', { signature: 'HS256' }],
  ['the signature of another key', { signature: 'other key' }],
  ['a signature of other claims', { signature: 'of other claims' }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['another audience', { claims: { aud: 'other' } }],
  ['another authorized party', { claims: { azp: 'other' } }],
  ['two audiences and no authorized party', { claims: { aud: ['attest', 'other'] } }],
  ['two audiences, made for the other', { claims: { aud: ['attest', 'other'], azp: 'other' } }],
])('rejects an ID token with %s', async (_, forgery) => {
  const { client, leave, provider } = await startWithProvider()
  provider.now.forgery = forgery
  const page = await leave(client())
  expect(page.searchParams.get('code')).toBeNull()
  expect(page.searchParams.get('error')).toBe('bad_oauth_callback')
})

test.each<[string, Forgery]>([
  ['ours as the authorized party', { claims: { azp: 'attest' } }],
  ['two audiences, made for us', { claims: { aud: ['attest', 'other'], azp: 'attest' } }],
])('accepts an ID token with %s', async (_, forgery) => {
  const { client, enter, provider } = await startWithProvider()
  provider.now.forgery = forgery
  expect((await enter(client())).error).toBeNull()
})
