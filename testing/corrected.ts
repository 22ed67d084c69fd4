import { expect } from 'vitest'
import { cellsIn } from './case-systems/read-cells.ts'
import { aLink } from './make.ts'
import type { TestApp } from './start-test-app.ts'

export const clientOf = ({ deps }: Pick<TestApp, 'deps'>, number: string) =>
  deps.db
    .selectFrom('clients')
    .selectAll()
    .where('client_number', '=', number)
    .executeTakeFirstOrThrow()

/** Answers like the client's page. */
export async function answer(
  app: Pick<TestApp, 'api' | 'deps'>,
  number: string,
  details: Record<string, string | null> = {},
) {
  const token = await aLink(app.deps, await clientOf(app, number))
  const shown = (await app.api.get(`/api/verify/${token}`)).body
  const body = { action: 'update', ...shown, ...details }
  const reply = await app.api.post(`/api/verify/${token}`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** The file that a call returns. */
export async function fileOf({ app, token }: Pick<TestApp, 'app' | 'token'>, url: string) {
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  const bytes = reply.rawPayload
  return { name: String(reply.headers['content-disposition']), bytes, cells: cellsIn(bytes) }
}

/** The corrected sheet of the last import. */
export async function corrected(app: Pick<TestApp, 'api' | 'app' | 'token'>, rows = 'all') {
  const [{ importId }] = (await app.api.get('/api/admin/imports')).body.imports
  return fileOf(app, `/api/admin/imports/${importId}/corrected?rows=${rows}`)
}
