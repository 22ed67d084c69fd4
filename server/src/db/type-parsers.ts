import pg from 'pg'

type Parse = (text: string) => unknown

const TIMESTAMPTZ = 1184
const INT8 = 20
const DATE = 1082

const PARSERS: Record<number, Parse> = {
  [TIMESTAMPTZ]: toIso,
  [INT8]: Number,
  // A day stays text: as a Date it would be the day before, west of Greenwich.
  [DATE]: (text) => text,
}

/** Timestamps become ISO strings in UTC with milliseconds, `int8` numbers, `date` text. `numeric` stays text. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : PARSERS[oid]
    return own ?? pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Reads '2026-11-21 04:40:50.1234+05:30'; 'infinity' stays as it is. */
function toIso(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)?)$/.exec(text)
  if (!found) return text
  const [, day, time, fraction = '', zone = ''] = found
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  if (zone === '+00') return `${day}T${time}.${milliseconds}Z`
  const offset = zone.length === 3 ? `${zone}:00` : zone
  return new Date(`${day}T${time}.${milliseconds}${offset}`).toISOString()
}
