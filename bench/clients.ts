import type { ClientInput } from '@attest/contract/clients'

/** The default of IMPORT_MB. */
const MAX_IMPORT_BYTES = 10 * 1024 * 1024

const FIRST = ['Esperanza', 'Bartholomew', 'Siobhan', 'Thaddeus', 'Amelia', 'Ignacio', 'Quentin']
const LAST = [
  'Garcia',
  'Yamamoto',
  'Washington',
  'Abernathy',
  'Nowak',
  'Okafor',
  'Lindqvist',
  'Lee',
]
const PLACES = ['Boston,MA,02134', 'Providence,RI,02903', 'Miami,FL,33130', 'Seattle,WA,98101']
const HEADERS =
  'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code\n'

export function benchClient(n: number): ClientInput {
  const [city = '', state = '', zip_code = ''] = PLACES[n % PLACES.length]!.split(',')
  const [first_name, last_name] = [FIRST[n % FIRST.length]!, LAST[n % LAST.length]!]
  return {
    client_number: String(100_000 + n),
    first_name,
    last_name,
    email: `${first_name}.${last_name}${n}@example.com`.toLowerCase(),
    phone_number: `617-555-${String(n % 10_000).padStart(4, '0')}`,
    alt_number: null,
    address: `${n % 9000} Elm Street`,
    city,
    state,
    zip_code,
    country: 'US',
    language: '',
    group_template: 'GeneralClients',
  }
}

const line = (c: ClientInput) =>
  `${c.client_number},${c.first_name},${c.last_name},${c.email},${c.phone_number},${c.address},${c.city},${c.state},${c.zip_code}\n`

/** A CSV of the largest accepted size, and its number of rows. */
export function largestSheet(): { file: File; rows: number } {
  const lines = [HEADERS]
  let size = HEADERS.length
  for (let n = 0; ; n++) {
    const next = line(benchClient(n))
    if (size + next.length > MAX_IMPORT_BYTES)
      return { file: new File([lines.join('')], 'clients.csv'), rows: n }
    lines.push(next)
    size += next.length
  }
}

export function sheetOf(rows: number): File {
  const parts: string[] = [HEADERS]
  for (let from = 0; from < rows; from += 1000) {
    const length = Math.min(1000, rows - from)
    parts.push(Array.from({ length }, (_, n) => line(benchClient(from + n))).join(''))
  }
  return new File(parts, 'clients.csv')
}
