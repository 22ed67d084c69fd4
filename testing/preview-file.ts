import { randomUUID } from 'node:crypto'
import type { TestApp } from './start-test-app.ts'

const PATH = '/api/admin/imports/preview'

export const previewFile = ({ api }: Pick<TestApp, 'api'>, file?: File) =>
  api.upload(PATH, {}, file)

export const change = ({ api }: Pick<TestApp, 'api'>, previewId: string, body: object) =>
  api.put(`${PATH}/${previewId}`, body)

export const rowsOf = async (
  { api }: Pick<TestApp, 'api'>,
  previewId: string,
  query = 'kind=all',
) => (await api.get(`${PATH}/${previewId}/rows?${query}`)).body

/** The file of its rejected rows. */
export const rejectedOf = async ({ api }: Pick<TestApp, 'api'>, previewId: string) =>
  String((await api.get(`${PATH}/${previewId}/rejected`)).body)

export const importPreview = (
  { api }: Pick<TestApp, 'api'>,
  previewId: string,
  fields: Record<string, string> = { send: 'false' },
) => api.upload('/api/admin/import', { importId: randomUUID(), previewId, ...fields })
