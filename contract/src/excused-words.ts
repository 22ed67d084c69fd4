import type { Coverage, RoundExcuse } from './rounds.ts'

const WORDS: Record<RoundExcuse, (count: number) => string> = {
  deceased: () => 'deceased',
  left: (count) => (count === 1 ? 'no longer a client' : 'no longer clients'),
  declined: () => 'asked us not to write',
  other: () => 'for another reason',
  deleted: () => 'deleted',
}

/** 'no longer a client' */
export const excuseOf = (reason: string): string => WORDS[reason as RoundExcuse]?.(1) ?? reason

/** '4 deceased, 5 no longer clients' */
export const excusedWords = ({ excuses }: Coverage, format: (count: number) => string = String) =>
  Object.entries(WORDS)
    .map(([reason, words]) => ({ count: excuses[reason as RoundExcuse], words }))
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${format(count)} ${words(count)}`)
    .join(', ')
