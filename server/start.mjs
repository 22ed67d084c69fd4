// Uses Node's compile cache. Plain JavaScript: only a first start needs the TypeScript compiler.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/attest', import.meta.url)))
await import('./src/main.ts')
