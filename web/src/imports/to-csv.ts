/** Rows as a CSV that spreadsheets open rightly: a byte order mark, CRLF, and no cell read as a formula. */
export function toCsv(head: string[], rows: string[][]) {
  const lines = [head, ...rows].map((cells) => cells.map(cell).join(','))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}

function cell(text: string) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
