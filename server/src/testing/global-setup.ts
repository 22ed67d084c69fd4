import type { TestProject } from 'vitest/node'
import { keepEmptyDatabase, makeEmbeddedTemplate } from './embedded-template.ts'
import { makeServerTemplate } from './server-template.ts'

/** One migrated database, of which every test file takes copies. */
export type TestTemplate =
  | { kind: 'embedded'; dataDir: string; copies: string }
  | { kind: 'server'; url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate
    /** A data folder whose first start is over, not migrated; to be copied. */
    emptyDataFolder: string
  }
}

/** `TEST_DATABASE_URL`, a superuser's, runs the tests on that PostgreSQL instead of the embedded one. */
export default async function setup({ provide }: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  const empty = await keepEmptyDatabase()
  const { template, remove } = url
    ? await makeServerTemplate(url)
    : await makeEmbeddedTemplate(empty)
  provide('testTemplate', template)
  provide('emptyDataFolder', empty)
  return remove
}
