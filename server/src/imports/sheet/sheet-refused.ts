/** The message is a sentence for the person who chose the file. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
}
