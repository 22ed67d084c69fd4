import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from './database-server.ts'
import { makeServerTemplate } from './server-template.ts'

/** The migrated database that every test worker copies. */
export interface TestTemplate {
  url: string
  name: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate
  }
}

/** Starts one PostgreSQL for the whole run: the packaged one, Debian's, or that of a URL. */
export default async function setup(project: TestProject) {
  build()
  project.onTestsRerun(build)
  const { TEST_DATABASE_URL: url } = process.env
  const server =
    url && url !== 'debian'
      ? { url, close: async () => {} }
      : await startDatabaseServer({ debian: url === 'debian' })
  const { template, remove } = await makeServerTemplate(server.url)
  project.provide('testTemplate', template)
  return async () => {
    await remove()
    await server.close()
  }
}

/** Builds the server: some tests start it, and a built process reads every sheet. */
function build() {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' })
}
