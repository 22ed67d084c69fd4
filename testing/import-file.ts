import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TestApp } from './start-test-app.ts'

export const HEADERS =
  'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
export const row = (number: string, over: Record<string, string> = {}) => {
  const { first = 'Ann', last = 'Lee', email = 'ann@example.com' } = over
  const { phone = '617-555-0140', address = '1 Elm St', city = 'Boston', zip = '02134' } = over
  return `${number},${first},${last},${email},${phone},${address},${city},MA,${zip}`
}
export const csv = (...rows: string[]) => new File([[HEADERS, ...rows].join('\r\n')], 'clients.csv')

export const importFile = (
  { api }: Pick<TestApp, 'api'>,
  file?: File,
  fields: Record<string, string> = {},
  headers = {},
) => api.upload('/api/admin/import', { importId: randomUUID(), ...fields }, file, headers)

export const quietly = { send: 'false' }

/** A sheet that a real program wrote. */
export const fixture = async (name: string) =>
  new File([await readFile(path.join(import.meta.dirname, 'sheets', name))], name)
