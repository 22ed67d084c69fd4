/**
 * Our content policy forbids eval, and zod's try of it at the first schema would be reported as a
 * breach. Zod reads this object; it must be there before any schema is, so this file is imported
 * first, and the build keeps the order (`strictExecutionOrder`).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
