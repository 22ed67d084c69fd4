/** Letters that have no accent in Unicode, as `search_fold` of the database reads them. */
const ALIKE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' }

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðıς]/g, (letter) => ALIKE[letter]!)

export const wordsOf = (text: string) => text.split(/\s+/).map(fold).filter(Boolean)

/** Whether each word is in the text. Case and accents do not count. */
export const fits = (text: string, words: string[]) =>
  words.every((word) => fold(text).includes(word))

/** A text with the words of a search in bold. */
export function Marked({ text, words }: { text: string; words: string[] }) {
  const letters = [...text]
  // One letter for each, so that places agree.
  const folded = letters.map((letter) => [...fold(letter)][0] ?? ' ')
  const marks = letters.map(() => false)
  for (const word of words) {
    const sought = [...word]
    for (let at = 0; at + sought.length <= folded.length; at++)
      if (sought.every((letter, n) => letter === folded[at + n]))
        marks.fill(true, at, at + sought.length)
  }
  const runs: { at: number; text: string; marked: boolean }[] = []
  for (const [at, letter] of letters.entries()) {
    const last = runs.at(-1)
    if (last?.marked === marks[at]) last!.text += letter
    else runs.push({ at, text: letter, marked: marks[at]! })
  }
  return runs.map((run) => (run.marked ? <b key={run.at}>{run.text}</b> : run.text))
}
