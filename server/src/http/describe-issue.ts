import * as z from 'zod/mini'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  uuid: 'an id',
  email: 'an email address',
  datetime: 'a date and time, like 2027-01-31T09:00:00.000Z',
  date: 'a date, like 2027-01-31',
}

type Issue = z.core.$ZodRawIssue

function describeIssue(issue: Issue): string {
  const name = (issue.path ?? []).join('.')
  if (!name) return 'Please send the data as a JSON object.'
  if (isMissing(issue)) return `Please fill in ${name}`
  return `${name} ${ruleOf(issue)}`
}

const isMissing = (issue: Issue): boolean =>
  issue.code === 'too_small'
    ? issue.origin === 'string' && Number(issue.minimum) === 1
    : issue.input === undefined

function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? 'valid'}`
  if (issue.code === 'invalid_value') return `must be ${listed(issue.values)}`
  if (issue.code === 'too_small') return bounded('at least', issue.minimum, issue.origin)
  if (issue.code === 'too_big') return bounded('at most', issue.maximum, issue.origin)
  if (issue.code === 'invalid_format' && FORMATS[issue.format])
    return `must be ${FORMATS[issue.format]}`
  return 'is not valid'
}

function bounded(bound: string, limit: number | bigint, origin: string): string {
  const count = `${bound} ${limit}`
  if (origin === 'string') return `must have ${count} characters`
  if (origin === 'array' || origin === 'set')
    return `must have ${count} ${Number(limit) === 1 ? 'entry' : 'entries'}`
  return `must be ${count}`
}

const listed = (values: readonly unknown[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))

// zod/mini has no texts of its own.
z.config({ localeError: describeIssue })
