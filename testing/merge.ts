import type { TestApp } from './start-test-app.ts'

const users = '/api/admin/users'

/** Merges the current versions of two clients. */
export async function merge({ api }: Pick<TestApp, 'api'>, id: number, other: number, keep = {}) {
  const version = async (one: number) => (await api.get(`${users}/${one}`)).body.last_updated
  const body = {
    other,
    keep,
    last_updated: await version(id),
    other_last_updated: await version(other),
  }
  return api.post(`${users}/${id}/merge`, body)
}

export const undo = ({ api }: Pick<TestApp, 'api'>, other: number) =>
  api.post(`${users}/${other}/restore`)

export const client = async ({ api }: Pick<TestApp, 'api'>, id: number) =>
  (await api.get(`${users}/${id}`)).body

export const rows = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.selectFrom('clients').selectAll().orderBy('id').execute()
