import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { csv, importFile, quietly } from './import-file.ts'
import type { TestApp } from './start-test-app.ts'

type Api = Pick<TestApp, 'api'>

export const importPath = (importId: string) => `/api/admin/imports/${importId}`

/** Imports these rows without emails. Returns the import's id once it has ended. */
export async function imported(app: Api, ...rows: string[]): Promise<string> {
  const importId = randomUUID()
  const { status } = await importFile(app, csv(...rows), { importId, ...quietly })
  expect(status).toBe(200)
  return importId
}

export const planOf = async ({ api }: Api, importId: string, query = '') =>
  (await api.get(`${importPath(importId)}/undo?${query}`)).body

export const beginUndo = ({ api }: Api, importId: string) =>
  api.post(`${importPath(importId)}/undo`)

/** Undoes an import and returns it. */
export async function undo(app: Api, importId: string) {
  const begun = await beginUndo(app, importId)
  expect(begun.status).toBe(200)
  return undone(app, importId)
}

export async function undone({ api }: Api, importId: string) {
  const read = async () => (await api.get(importPath(importId))).body
  await expect.poll(async () => (await read()).state).not.toBe('undoing')
  return read()
}

/** All clients by client number. */
export async function clientsOf({ api }: Api) {
  const { users } = (await api.get('/api/admin/users?sort=client_number&limit=100')).body
  return new Map<string, Record<string, unknown> & { id: number }>(
    users.map((user: { client_number: string }) => [user.client_number, user]),
  )
}
