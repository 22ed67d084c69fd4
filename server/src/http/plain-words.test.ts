import { channel } from 'node:diagnostics_channel'
import type { Endpoint } from '@attest/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** The schema's language, which no reply may use. */
const JARGON = /expected|received|invalid (input|option|string)|too (small|big)|undefined|NaN|=>/i

const NONSENSE = [undefined, null, 7, -1, '', 'x', {}, []]

test('refuses nonsense for every route in plain words', { tags: 'heavy' }, async () => {
  const endpoints: Endpoint[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, config }) => {
      if (config?.endpoint) endpoints.push({ ...config.endpoint, path: url })
    })
  }
  channel('fastify.initialization').subscribe(watch)
  const { send } = await startTestApp({ ALLOW_SIGNUP: 'on' })
  channel('fastify.initialization').unsubscribe(watch)
  const messages = new Set<string>()
  let caller = 0
  // Signing out would end the session that the other calls need; streams stay open.
  const others = endpoints.filter(({ path }) => !/logout|events|progress/.test(path))
  for (const { method, path, query, body } of others) {
    for (const value of NONSENSE) {
      const search = new URLSearchParams(Object.entries(filled(query, value)).map(asText))
      const reply = await send(method, `${path.replace(/:\w+/g, 'x')}?${search}`, {
        ...(body && { payload: filled(body, value) }),
        remoteAddress: `10.0.${++caller >> 8}.${caller & 255}`,
      })
      if (reply.status !== 400) continue
      expect(reply.body.code).toBeTypeOf('string')
      for (const each of [reply.body.message, ...Object.values(reply.body.fields ?? {})])
        messages.add(`${path}: ${each}`)
    }
  }
  expect(messages.size).toBeGreaterThan(100)
  expect([...messages].filter((message) => JARGON.test(message))).toEqual([])
})

const asText = ([key, value]: [string, unknown]): [string, string] => [key, String(value)]

/** Every field of the schema with the same value. */
function filled(schema: Endpoint['body'], value: unknown): Record<string, unknown> {
  const shape = (schema?._zod.def as { shape?: object } | undefined)?.shape ?? {}
  return Object.fromEntries(Object.keys(shape).map((key) => [key, value]))
}

test.each([
  ['GET', '/api/admin/users?page=x', undefined, 'page must be a whole number'],
  ['GET', '/api/admin/users?page=0', undefined, 'page must be at least 1'],
  ['GET', '/api/admin/users?limit=101', undefined, 'limit must be at most 100'],
  ['GET', '/api/admin/export?format=pdf', undefined, 'format must be csv or xlsx'],
  ['GET', '/api/admin/export', undefined, 'Please fill in format'],
  ['POST', '/auth/v1/token?grant_type=pkce', {}, 'Please fill in auth_code'],
  ['POST', '/api/admin/users/delete', { ids: [] }, 'ids must have at least 1 entry'],
  ['POST', '/api/admin/users/delete', [1], 'Please send the data as a JSON object.'],
  ['POST', '/api/admin/users', clientInput({ city: 7 as never }), 'City is required'],
  [
    'POST',
    '/auth/v1/token?grant_type=x',
    {},
    'grant_type must be password, refresh_token, or pkce',
  ],
] as const)('answers %s %s in plain words', async (method, url, payload, message) => {
  const { send } = await startTestApp()
  const reply = await send(method, url, { payload: payload as never })
  expect(reply).toMatchObject({ status: 400, body: { message } })
})

test.each([
  ['application/json', '{"email":', 400, 'The request is not valid JSON.'],
  ['text/csv', 'email', 415, 'Please send the data as JSON.'],
])('says what to send instead of a broken %s', async (type, payload, status, message) => {
  const { send } = await startTestApp()
  const headers = { 'content-type': type }
  const reply = await send('POST', '/api/auth/login', { payload, headers })
  expect(reply).toMatchObject({ status, body: { message } })
})
