import { tmpdir } from 'node:os'
import path from 'node:path'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  FIRM_NAME: 'Harrow & Finch',
  FIRM_PHONE: '(617) 555-0140',
  MAIL_FROM: 'Harrow & Finch <office@harrow.test>',
  TIME_ZONE: 'America/New_York',
  // Each test calls from its own address, so no limit counts another test's calls.
  TRUST_PROXY: 'on',
  // Compiled once for all servers.
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'attest-compile-cache'),
}

/** Without the optimizing compilers, a server for a few seconds starts faster. */
export const FLAGS = ['--liftoff-only']

/** The first state of every server in the run. */
export interface Template {
  /** The data folder. */
  folder: string
  /** URL of the PostgreSQL server. */
  url: string
  /** Name of the database. */
  name: string
  /** The administrator's session token, for calls that prepare a test. */
  token: string
}

/** A list that a real spreadsheet program wrote. */
export const fixture = (name: string): string =>
  path.resolve(import.meta.dirname, '../testing/sheets', name)
