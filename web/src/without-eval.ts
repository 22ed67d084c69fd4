/**
 * Our content policy forbids eval, and the browser would report zod's attempt. Zod reads this object before its first
 * schema, so this file is imported first. The build keeps the order (`strictExecutionOrder`).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
