import type { z } from 'zod'

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {}

/** @throws ConfigError that names the variable */
export function checked<S extends z.ZodType>(schema: S, set: object, prefix = ''): z.output<S> {
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const { path: names, message } = parsed.error.issues[0]!
  throw new ConfigError(`${prefix}${names.join('.')} ${message}`)
}
