// Starts the built server with Node's compile cache.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/attest', import.meta.url)))
await import('./dist/main.js')
