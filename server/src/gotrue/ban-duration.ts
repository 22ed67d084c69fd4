import * as z from 'zod/mini'

const UNITS = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g

/** '24h', '1h30m', or 'none', which lifts a ban. Milliseconds, or 0. */
export const banDuration = z.pipe(
  z
    .string()
    .check(
      z.maxLength(60),
      z.regex(
        /^(none|((\d+(\.\d+)?)(ns|us|µs|ms|s|m|h))+)$/,
        "Must be a duration like '24h', or 'none'",
      ),
    ),
  z.transform((written: string) =>
    [...written.matchAll(PART)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS],
      0,
    ),
  ),
)
