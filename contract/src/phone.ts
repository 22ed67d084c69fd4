// The notations of a phone number, without the library that reads them: the client's page loads this.

const STORED_US = /^\+?1?[\s.-]*\(?(\d{3})\)?[\s./-]*(\d{3})[\s.-]*(\d{4})(?:;ext=(\d+))?$/
const STORED = /^(\+\d+);ext=(\d+)$/

/** '+16175550101;ext=12' and numbers stored before that notation → '(617) 555-0101 ext. 12' */
export function formatPhone(text: string): string {
  const [, area, office, line, ext] = STORED_US.exec(text.trim()) ?? []
  if (area) return withExtension(`(${area}) ${office}-${line}`, ext)
  const [, number, foreignExt] = STORED.exec(text) ?? []
  return number ? withExtension(number, foreignExt) : text
}

const withExtension = (number: string, ext?: string) => (ext ? `${number} ext. ${ext}` : number)
