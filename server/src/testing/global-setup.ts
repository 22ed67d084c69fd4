import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from './database-server.ts'
import { makeServerTemplate } from './server-template.ts'

/** One migrated database, which every test file copies. */
export interface TestTemplate {
  /** Of a superuser. */
  url: string
  name: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate
  }
}

/** One server for the whole run: the one that comes with the packages, or that of `TEST_DATABASE_URL`. */
export default async function setup({ provide }: TestProject) {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, close: async () => {} }
    : await startDatabaseServer()
  const { template, remove } = await makeServerTemplate(server.url)
  provide('testTemplate', template)
  return async () => {
    await remove()
    await server.close()
  }
}
