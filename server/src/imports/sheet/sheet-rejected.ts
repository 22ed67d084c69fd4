/** The message is a sentence for the person who chose the file. */
export class SheetRejected extends Error {
  override readonly name = 'SheetRejected'
}
