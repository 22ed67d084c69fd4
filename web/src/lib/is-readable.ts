/** A browser refuses to send a file that was saved again after it was chosen, and does not say so. */
export async function isReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
