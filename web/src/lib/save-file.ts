/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download reads the address after this turn; a minute is more than any browser takes.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
