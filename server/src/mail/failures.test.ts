import { expect, test } from 'vitest'
import { explainFailure } from './failures.ts'

const explain = (fields: object) =>
  explainFailure(Object.assign(new Error('as the library says it'), fields), 'mail.example.com')

test.each([
  [{ code: 'ESOCKET' }, 'unreachable'],
  [{ code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' }, 'unreachable'],
  [{ code: 'EAUTH', responseCode: 535 }, 'unreachable'],
  [{ code: 'EMESSAGE', responseCode: 421, response: '421 4.3.2 Closing' }, 'unreachable'],
  [{ code: 'EENVELOPE', responseCode: 451, response: '451 4.7.1 Greylisted' }, 'temporary'],
  [{ code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 No such user' }, 'permanent'],
])('%o is %s', (fields, kind) => expect(explain(fields).kind).toBe(kind))

test('a server that falls silent over one mail is not tried with it for ever: it may have taken it', () => {
  const failure = explain({ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' })
  expect(failure.kind).toBe('temporary')
  expect(failure.message).toBe(
    'The mail server mail.example.com did not say in time whether it took the mail.',
  )
})
