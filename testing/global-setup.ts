import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from './database-server.ts'
import { makeServerTemplate } from './server-template.ts'

/** One migrated database, which every worker copies. */
export interface TestTemplate {
  url: string
  name: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testTemplate: TestTemplate
  }
}

/** One server for the whole run: the packaged one, Debian's, or that of a URL. */
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

/** Some tests start the built server, and every sheet is read by a built process. */
function build() {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' })
}
