import { listClients, type ReadClient } from '@attest/contract/clients'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CallError, checkedReply, readFailure, unreadable } from './call.ts'

const client = {
  id: 1,
  client_number: 'A1',
  first_name: 'Ana',
  last_name: 'Lee',
  email: 'ana@example.com',
  phone_number: '617',
  alt_number: null,
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
  country: 'US',
  language: '',
  group_template: 'GeneralClients',
  status: 'pending',
  has_changes: false,
  last_updated: '2026-11-20T21:12:07.000Z',
  created_at: '2026-11-20T21:12:07.000Z',
  excused_reason: null,
  excused_at: null,
  excused_by: null,
  excused_note: null,
  mail_to: 'ada@example.com',
  mail_to_by: 'office',
  confirm_by: null,
  disputed_at: null,
  reported: null,
  reported_as: null,
  bounced: false,
  bounced_at: null,
  own: {},
  last_answer: null,
  emailed: false,
  address_returned: null,
} satisfies ReadClient

const read = (over: object) =>
  checkedReply(listClients.reply, JSON.stringify({ users: [{ ...client, ...over }], total: 1 }))

test.each([
  { status: 'archived' },
  { status: null },
  { last_updated: 'soon' },
  { created_at: null },
])('accepts a list with the invalid row %o', (over) =>
  expect(read(over)).toMatchObject({ users: [{ ...client, ...over }] }),
)

test.each([{ id: 'x' }, { first_name: null }])('rejects a list with the invalid row %o', (over) =>
  expect(() => read(over)).toThrow(unreadable()),
)

test('leaves out fields that a newer server adds', () => {
  expect(checkedReply(z.object({ id: z.int() }), '{"id":1,"newer":2}')).toEqual({ id: 1 })
})

test.each([
  [unreadable(), 'The server’s answer could not be read. Please try again.'],
  [new CallError(502, '502: <html>'), 'The server answered with error 502. Please try again.'],
  [new CallError(409, 'Taken.', { message: 'Taken.' }), 'Taken.'],
  [new CallError(0, 'The server did not answer.'), 'The server did not answer.'],
])('says why a reading failed: %s', (error, text) => expect(readFailure(error)).toBe(text))

test('accepts only an empty reply to a call without one', () => {
  expect(checkedReply(undefined, '')).toBeUndefined()
  expect(() => checkedReply(undefined, '<p>Sign in to this network</p>')).toThrow(unreadable())
})
