import { DETAIL_FIELDS, FIELDS, formatPhone, nameOf } from '@attest/contract/client-fields'
import { countryName } from '@attest/contract/place'
import { sameValue } from '@attest/contract/same-value'
import type { Db } from '../../db/schema.ts'
import { localMinute } from '../../local-time.ts'
import type { Answer } from '../../records/answers.ts'
import { answerWords } from '../../rounds/report-words.ts'
import type { Detail, Details } from './correct-row.ts'

export const sheetClients = (db: Db) =>
  db
    .selectFrom('clients')
    .select(['id', 'client_number', 'created_at', 'disputed_at', 'confirm_by', ...DETAIL_FIELDS])

export type SheetClient = Awaited<ReturnType<ReturnType<typeof sheetClients>['execute']>>[number]

export const DISPUTED = 'The client disputes an answer'

/** As a person reads it in a sheet. */
export function shownValue(field: Detail, value: string | null | undefined): string {
  const { kind } = FIELDS[field]
  if (!value) return ''
  return kind === 'phone' ? formatPhone(value) : kind === 'country' ? countryName(value) : value
}

export const fieldName = (field: Detail, client?: SheetClient) =>
  nameOf(field) + (field === 'email' && client?.confirm_by ? ' (not confirmed yet)' : '')

/** 'Updated by phone on 2027-03-04 17:05, recorded by ada@example.com' */
export function answerText(
  answers: readonly Answer[],
  client: Details | undefined,
  fields: readonly Detail[],
  timeZone: string,
): string {
  const last = answers.at(-1)
  if (!last) return ''
  const isLater = fields.some((field) => {
    const answer = answers.findLast(({ old }) => field in old)
    return client && answer && !sameValue(field, answer.new[field], client[field], client.country)
  })
  const recorded = last.admin ? `, recorded by ${last.admin}` : ''
  const changed = isLater ? ', changed by the office since' : ''
  return `${answerWords(last)} on ${localMinute(last.at, timeZone)}${recorded}${changed}`
}
