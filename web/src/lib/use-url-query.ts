import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'

/**
 * Keeps a list's state in the address, so that links, reloads and the back button restore it. Ignores values that the
 * schema rejects; leaves defaults out of the address.
 */
export function useUrlQuery<S extends z.ZodMiniObject>(schema: S) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => parse(schema, search), [schema, search])

  const setQuery = useCallback(
    (changes: Partial<z.output<S>>, { replace = false } = {}) =>
      navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (old: Record<string, unknown>) =>
          withoutDefaults(schema, { ...parse(schema, old), ...changes }) as never,
      }),
    [navigate, schema],
  )
  return [query, setQuery] as const
}

export function useUrlList<S extends z.ZodMiniObject, Reading>(
  schema: S,
  useReading: (query: z.output<S>) => Reading,
) {
  const [query, onQuery] = useUrlQuery(schema)
  return { query, onQuery, reading: useReading(query) }
}

function parse<S extends z.ZodMiniObject>(schema: S, search: Record<string, unknown>): z.output<S> {
  const valid = Object.entries(schema.shape).filter(
    ([name, field]) => name in search && z.safeParse(field, search[name]).success,
  )
  return z.parse(schema, Object.fromEntries(valid.map(([name]) => [name, search[name]])))
}

function withoutDefaults(schema: z.ZodMiniObject, query: Record<string, unknown>) {
  const defaults = z.parse(schema, {})
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== defaults[name]),
  )
}
