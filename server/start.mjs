// Starts the product. Node keeps what it compiles: the next start takes half the time. This file is plain JavaScript,
// because only a start without the cache needs Node's TypeScript compiler.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/attest', import.meta.url)))
await import('./src/main.ts')
