import { expect, test } from 'vitest'
import { explainFailure, type Reached } from './failures.ts'

const explain = (fields: object, reached: Reached = 'announced') =>
  explainFailure(
    Object.assign(new Error('as the library says it'), fields),
    { host: 'mail.example.com', sender: 'news@example.com' },
    reached,
  )

test.each([
  [{ code: 'ESOCKET' }, 'waiting', 'unreachable'],
  [{ code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' }, 'waiting', 'unreachable'],
  [{ code: 'EAUTH', responseCode: 535 }, 'waiting', 'unreachable'],
  [{ code: 'EMESSAGE', responseCode: 421, response: '421 4.3.2 Closing' }, 'left', 'interrupted'],
  [
    { code: 'EENVELOPE', responseCode: 454, response: '454 4.7.0 Later' },
    'announced',
    'interrupted',
  ],
  [{ code: 'EPROTOCOL', responseCode: 421, response: '421 Too many' }, 'waiting', 'unreachable'],
  [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'waiting', 'unreachable'],
  [{ code: 'EPROTOCOL', command: 'HELO', responseCode: 550 }, 'waiting', 'unreachable'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }, 'announced', 'unreachable'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 451 }, 'announced', 'unreachable'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 454 }, 'announced', 'unreachable'],
  [{ code: 'ECONNECTION', command: 'CONN', responseCode: 554 }, 'announced', 'interrupted'],
  [{ code: 'ECONNECTION', command: 'CONN', responseCode: 554 }, 'left', 'permanent'],
  [{ code: 'EENVELOPE', command: 'DATA', responseCode: 554 }, 'announced', 'permanent'],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 552 }, 'left', 'permanent'],
  [
    { code: 'EENVELOPE', responseCode: 451, response: '451 4.7.1 Greylisted' },
    'announced',
    'temporary',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 Unknown' },
    'announced',
    'permanent',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.7.1 [10.5.1.3] Unsolicited mail' },
    'announced',
    'interrupted',
  ],
  [{ code: 'EENVELOPE' }, 'waiting', 'permanent'],
  [{ code: 'ECONNECTION' }, 'announced', 'interrupted'],
  [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED', syscall: 'connect' },
    'announced',
    'unreachable',
  ],
  [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'announced', 'unreachable'],
  [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'announced', 'unreachable'],
  [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'announced', 'interrupted'],
  [{ code: 'ECONNECTION' }, 'left', 'interrupted'],
] as const)('classifies %o of a mail that is %s as %s', (fields, reached, kind) =>
  expect(explain(fields, reached).kind).toBe(kind),
)

test.each([
  [{}, 'waiting'],
  [{ code: 'ESTREAM' }, 'left'],
] as const)('rethrows %o of a mail that is %s: the server did not cause it', (fields, reached) =>
  expect(() => explain(fields, reached)).toThrow('as the library says it'),
)

test.each([
  ['550 5.1.1 <x>: no such user', 'This address does not exist.'],
  ['550 No such user here', 'This address does not exist.'],
  ['550 5.1.2 Bad destination system', 'The domain of this address does not exist.'],
  ['550 5.1.10 Recipient not found', 'This address does not exist.'],
  ['556 5.1.10 RCPT TO null MX', 'This address does not exist.'],
  ['552 5.2.2 Over quota', 'The mailbox is full.'],
  ['452 4.2.2 Over quota', 'The mailbox is full.'],
  ['550 5.2.1 Disabled', 'This mailbox is switched off.'],
  ['552 5.2.3 Too big', 'The mail is too large for the mail server.'],
  ['550 5.7.1 Not accepted', 'The mail server rejected the mail by its rules.'],
  ['554 Transaction failed', 'The mail server rejected the mail.'],
  ['550 Rejected by header', 'The mail server rejected the mail.'],
  ['550 5.1.0 Not from you', 'The mail server rejected the mail.'],
  ['450 Try again', 'The mail server asked us to try again later.'],
  ['550 5.7.17 Mailbox owner has changed', 'The mail server rejected the mail by its rules.'],
  ['550 5.7.1 <x@relay-denied.example>: No', 'The mail server rejected the mail by its rules.'],
  [
    '550 5.1.1 <x@y>: Recipient address rejected: User unknown in relay recipient table',
    'This address does not exist.',
  ],
])('explains “%s” as “%s”', (response, words) => {
  const failure = explain({
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: Number(response.slice(0, 3)),
    response,
  })
  expect(failure.message).toBe(words)
  expect(failure.response).toBe(response)
})

test.each([
  ['CONN', '554 5.7.1 Blocked', 'refuses us. It said: “554 5.7.1 Blocked”.'],
  ['CONN', '421 Too many', 'asks us to wait. It said: “421 Too many”.'],
  [
    'STARTTLS',
    '454 4.7.0 TLS not available',
    'does not encrypt the connection. It said: “454 4.7.0 TLS not available”.',
  ],
  ['EHLO', '550-Who are\n550 you?\0', 'refuses us. It said: “550-Who are 550 you?”.'],
  [
    'MAIL FROM',
    '550 Sender rejected',
    'does not accept mail from news@example.com. It said: “550 Sender rejected”.',
  ],
] as const)('after %s, takes “%s” for a refusal of every mail', (command, response, words) => {
  const responseCode = Number(response.slice(0, 3))
  const failure = explain({ code: 'EPROTOCOL', command, responseCode, response }, 'waiting')
  expect(failure.kind).toBe('unreachable')
  expect(failure.message).toBe(`The mail server mail.example.com ${words}`)
  expect(failure.response).toBe(response)
})

test.each([
  '530 5.7.0 Must issue a STARTTLS command first',
  '550 5.1.8 Sender address rejected: Domain not found',
  '550 5.7.26 Unauthenticated email is not accepted',
  '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org',
  '554 5.7.1 <eve@example.com>: Relay access denied',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  '553 5.7.1 <news@example.com>: Sender address rejected: not owned by user x',
  '554 5.7.1 <host[203.0.113.9]>: Client host rejected: Access denied',
  '554 5.2.252 SendAsDenied; not allowed to send as news@example.com',
  '552 5.3.4 Message size exceeds fixed maximum message size',
  '550 5.7.236 Your tenant has sent too much from its onmicrosoft.com domain',
  '550 authentication required',
  '550-Please turn on SMTP Authentication. host is not permitted to relay 550 through this server',
  '554-Transaction failed 554-Reject due to policy restrictions.',
  '554 Sending paused for this account. For more information, please check the inbox',
  '550 5.7.1 Content filter rejected: message content rejected',
  '450 4.1.8 <news@example.com>: Sender address rejected: Domain not found',
  '451 4.7.500 Server busy. Please try again later from [203.0.113.7]. (S77719)',
  '550 Requested action not taken: mailbox unavailable: Maximum message rate exceeded',
])('quotes the server’s refusal of us: “%s”', (response) => {
  const responseCode = Number(response.slice(0, 3))
  const failure = explain({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response })
  expect(failure.kind).toBe('interrupted')
  expect(failure.message).toBe(
    `The mail server mail.example.com refuses us. It said: “${response}”.`,
  )
})

test.each([
  ['550 5.4.5 Daily user sending limit exceeded.', 'unreachable'],
  ['452 4.3.1 Insufficient system storage', 'unreachable'],
  ['432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'unreachable'],
  ['432 4.3.2 Concurrent connections limit exceeded.', 'unreachable'],
  ['550-5.7.1 Daily SMTP relay limit exceeded for customer.', 'unreachable'],
  ['550 This message was denied because you have exceeded the relay limit.', 'unreachable'],
  ['550 Domain firm.test has exceeded the max defers and failures per hour', 'unreachable'],
  ['554 5.7.1 <x@y>: Recipient address rejected: Your quota has been exceeded', 'unreachable'],
  ['452 4.5.3 Not enough credits', 'unreachable'],
  ['450 4.7.1 Error: too much mail from 203.0.113.7', 'unreachable'],
  ['451 4.7.1 Greylisted to reduce spam, come back in 5 minutes', 'temporary'],
  ['451 4.7.1 <x@throttled.example>: Greylisted', 'temporary'],
  ['450 4.2.1 The user receives mail at a rate limit', 'temporary'],
  ['452 Too many messages in this mailbox', 'temporary'],
] as const)('counts a try only if the reply concerns that mail: %s', (response, kind) => {
  const responseCode = Number(response.slice(0, 3))
  expect(explain({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response }).kind).toBe(kind)
})

test.each([
  ['ENOTFOUND', 'There is no mail server named mail.example.com.'],
  ['ECONNREFUSED', 'The mail server mail.example.com cannot be reached.'],
  [
    'CERT_HAS_EXPIRED',
    'There is no secure connection to the mail server mail.example.com: as the library says it',
  ],
])('explains how to correct a failed connection: %s', (originalCode, words) => {
  const failure = explain({ code: 'ESOCKET', originalCode }, 'waiting')
  expect(failure.kind).toBe('unreachable')
  expect(failure.message).toBe(words)
})

test('blames the mail, not the address, after RCPT TO', () => {
  const response = '550 We do not like it'
  const failure = explain(
    { code: 'EMESSAGE', command: 'DATA', responseCode: 550, response },
    'left',
  )
  expect(failure.message).toBe(
    'The mail server accepted the address, but rejected the mail itself.',
  )
})

test('marks a mail as maybe sent when the connection ends after it left', () => {
  const slow = explain({ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'left')
  expect(slow.inDoubt).toBe(true)
  expect(slow.message).toBe(
    'The mail server mail.example.com did not say in time whether it accepted the mail.',
  )
  expect(explain({ code: 'ECONNECTION' }, 'left').inDoubt).toBe(true)
  expect(explain({ code: 'ECONNECTION' }, 'announced').inDoubt).toBe(false)
})
