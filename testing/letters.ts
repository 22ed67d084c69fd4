import { expect } from 'vitest'
import { aClient } from './make.ts'
import { pdfLines } from './pdf-lines.ts'
import type { TestApp } from './start-test-app.ts'

export const LETTERS = '/api/admin/letters'
export const PAPER_SETTINGS = { FIRM_NAME: 'Harrow & Finch', FIRM_PHONE: '(617) 555-0140' }

/** A code as a letter shows it. */
export const CODE = /^([0-9A-HJKMNP-TV-Z]{5}) ([0-9A-HJKMNP-TV-Z]{5})$/

export const makeLetters = async ({ api }: TestApp, ...ids: number[]) =>
  (await api.post(LETTERS, { selection: { ids } })).body

/** @param what a batch's id, or the path of the test sheet */
export async function pdfOf({ app, token }: TestApp, what: number | string) {
  const url = typeof what === 'number' ? `${LETTERS}/${what}/pdf` : `${LETTERS}/${what}`
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

export const textsIn = (pdf: Buffer) => pdfLines(pdf).map(({ text }) => text)
export const codesIn = (pdf: Buffer) => textsIn(pdf).filter((text) => CODE.test(text))
const numbersIn = (pdf: Buffer) =>
  textsIn(pdf).flatMap((text) => /^Letter (\d+)$/.exec(text)?.[1] ?? [])

/** Prints a batch of letters to new clients. */
export async function aPrint(app: TestApp, ...names: string[]) {
  const clients = []
  for (const last_name of names) clients.push(await aClient(app.deps, { last_name, email: '' }))
  const { batchId } = await makeLetters(app, ...clients.map(({ id }) => id))
  const pdf = await pdfOf(app, batchId)
  return { clients, batchId, pdf, code: codesIn(pdf)[0]!, number: numbersIn(pdf)[0]! }
}

export const redeem = ({ api }: TestApp, code: string) => api.post('/api/code', { code })
