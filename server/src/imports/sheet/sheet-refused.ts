/** The file cannot be imported; the message is a sentence for the person who chose it. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
}
