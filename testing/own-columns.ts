import type { OwnColumn, OwnKind } from '@attest/contract/own-columns'
import { expect } from 'vitest'
import type { TestApp } from './start-test-app.ts'

export const COLUMNS = '/api/admin/columns'

export async function aColumn(
  { api }: Pick<TestApp, 'api'>,
  name: string,
  kind: OwnKind = 'text',
  more: { choices?: string[]; searchable?: boolean } = {},
): Promise<OwnColumn> {
  const { status, body } = await api.post(COLUMNS, { name, kind, ...more })
  expect({ status, body }).toMatchObject({ status: 200, body: { name } })
  return body
}

export const columnsOf = async ({ api }: Pick<TestApp, 'api'>): Promise<OwnColumn[]> =>
  (await api.get(COLUMNS)).body
