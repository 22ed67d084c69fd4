/**
 * Our content policy forbids eval, and zod's try of it at the first schema would be reported as a
 * breach. Zod reads this object; it must be there before any schema is, so this file is a chunk of
 * its own, loaded first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
