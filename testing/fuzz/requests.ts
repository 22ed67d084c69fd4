import type { Endpoint } from '@attest/contract/endpoint'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import { form } from './forms.ts'
import { nasty } from './nasty.ts'
import { valueFor } from './values.ts'

export interface Route {
  method: string
  url: string
  endpoint?: Endpoint
}

export interface FuzzRequest {
  method: string
  url: string
  /** One of the callers that `Stock` knows, or an authorization header. */
  as: string
  headers: Record<string, string>
  /** In Latin 1, one character a byte; undefined: no body. */
  payload: string | undefined
  remoteAddress: string
  route: string
}

export const requestTo = (route: Route): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: mostly(route.method, ['HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'TRACE']),
      path: pathOf(route),
      query: queryOf(route),
      as: mostly('admin', [...CALLERS, ...ODD_TOKENS]),
      more: moreHeaders,
      body: bodyOf(route),
      remoteAddress: fc.ipV4(),
    })
    .map(({ path, query, more, body, ...rest }) => ({
      ...rest,
      url: path + query,
      headers: { ...body.headers, ...more },
      payload: body.payload,
      route: `${route.method} ${route.url}`,
    }))

const CALLERS = ['stranger', 'member', 'first step']
const ODD_TOKENS = ['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer eyJhbGciOiJub25lIn0.e30.', '\xff']

const mostly = (usual: string, others: string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

const ODD_PARTS = ['%', '%zz', '%ff', '%00', '..', '%2e%2e%2f', '%2F', '*', ' ', 'x'.repeat(201)]

const encoded = (value: unknown) => encodeURIComponent(String(printable(value)).toWellFormed())

/** Prints values, as some objects cannot become text. */
const printable = (value: unknown) =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : value

function pathOf({ url, endpoint }: Route): fc.Arbitrary<string> {
  const { shape } = endpoint?.params ? (endpoint.params as z.core.$ZodObject)._zod.def : {}
  const parts = url.split('/').map((part, n, all) => {
    if (!/^[:*]/.test(part)) return fc.constant(part)
    const schema = shape?.[part.slice(1)]
    return (schema ? valueFor(schema, all[n - 1]) : nasty).map(encoded)
  })
  const odd = fc.constantFrom(...ODD_PARTS).map((part) => url.replace(/:\w+|\*|[^/]+$/, () => part))
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(...parts).map((all) => all.join('/')) },
    { weight: 1, arbitrary: odd },
  )
}

const ODD_QUERIES = [
  '?',
  '?%',
  '?a[b]=c',
  '?__proto__=1',
  '?page=1&page=2',
  '?search=%ff',
  `?${'a=1&'.repeat(2000)}`,
]

function queryOf({ endpoint }: Route): fc.Arbitrary<string> {
  const usual = endpoint?.query ? valueFor(endpoint.query).map(asQuery) : fc.constant('')
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES) },
  )
}

function asQuery(values: unknown): string {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
  return `?${given.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`
}

interface Body {
  payload: string | undefined
  headers: Record<string, string>
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1')

const ODD_TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'],
  ...['application/json;charset=utf-16', 'application/json, text/html', '', ';', 'x'.repeat(300)],
]

const RAW = [
  ...['\xff\xfe{', '[[', '"', 'null', '1', '{"a":1e999}', '{"__proto__":{}}'],
  `${'{"data":'.repeat(9999)}1${'}'.repeat(9999)}`,
  `{"data":${'['.repeat(99_999)}${']'.repeat(99_999)}}`,
  `{"email":"${'a'.repeat(1024 * 1024)}"}`,
]

function bodyOf({ method, endpoint }: Route): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ payload: undefined, headers: {} })
  if (endpoint?.upload) return form
  if (method === 'GET' && !endpoint?.body) return none
  const value = endpoint?.body ? valueFor(endpoint.body) : fc.constant({})
  const json = value.map((sent) => utf8(JSON.stringify(sent) ?? ''))
  const typed = (type: string) => (payload: string) => ({
    payload,
    headers: { 'content-type': type },
  })
  return fc.oneof(
    { weight: 30, arbitrary: json.map(typed('application/json')) },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: json.map((text) => typed('application/json')(text.slice(0, -1))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(json, fc.constantFrom(...ODD_TYPES))
        .map(([text, type]) => typed(type)(text)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...RAW).map(typed('application/json')),
    },
    { weight: 1, arbitrary: form },
  )
}

const ODD_HEADERS: [string, string][] = [
  ['range', 'bytes=0-'],
  ['range', 'bytes=99999999-'],
  ['range', 'bytes=-1,0-0,x'],
  ['if-none-match', '*'],
  ['if-modified-since', 'never'],
  ['prefer', 'respond-async'],
  ['x-forwarded-for', `1.2.3.4, ${'.'.repeat(500)}`],
  ['user-agent', '\x80\xff'.repeat(400)],
  ['accept', 'application/vnd.pgrst.object+json'],
  ['accept-encoding', 'br, gzip;q=0, *;q=x'],
  ['content-encoding', 'gzip'],
  ['content-length', '5'],
  ['content-length', '99999999999'],
  ['host', 'evil.example:99999'],
  ['last-event-id', '\xff'],
  ['expect', '100-continue'],
]

const moreHeaders = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ODD_HEADERS).map((header) => Object.fromEntries([header])),
  },
)
