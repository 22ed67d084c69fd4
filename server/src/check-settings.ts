import type * as z from 'zod/mini'

export class ConfigError extends Error {}

export function checkSettings<S extends z.ZodMiniType>(
  schema: S,
  set: object,
  prefix = '',
): z.output<S> {
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const { path: names, message } = parsed.error.issues[0]!
  throw new ConfigError(`${prefix}${names.join('.')} ${message}`)
}
