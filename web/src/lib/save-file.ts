import type { Download } from './download.ts'

export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download reads the address after this turn; a minute is more than any browser takes.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Resolves to the name: the server's, otherwise `fallback`. */
export async function saveDownload({ headers, content }: Download, fallback: string) {
  const name = fileName(headers.get('content-disposition')) ?? fallback
  saveFile(name, await content())
  return name
}

/** `attachment; filename="clients.csv"`, or the encoded form of RFC 6266, which wins. */
function fileName(disposition: string | null) {
  const encoded = disposition?.match(/filename\*=(?:UTF-8'')([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded.trim())
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]?.trim()
}
