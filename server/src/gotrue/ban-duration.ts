import { z } from 'zod'

const UNITS = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g

/** '24h', '1h30m', or 'none', which lifts a ban. Milliseconds, or 0. */
export const banDuration = z
  .string()
  .max(60)
  .regex(/^(none|((\d+(\.\d+)?)(ns|us|µs|ms|s|m|h))+)$/, "Must be a duration like '24h', or 'none'")
  .transform((written) =>
    [...written.matchAll(PART)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS],
      0,
    ),
  )
