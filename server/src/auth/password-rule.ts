import { MAX_PASSWORD, newPassword } from '@attest/contract/auth'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { refuse } from './refusals.ts'

/** Of zxcvbn's 0 to 4: below it a password falls to a million guesses. */
const LEAST_SCORE = 2

/** Its lists of well-known passwords are loaded with the first password that is chosen. */
let estimator: Promise<ZxcvbnFactory> | undefined

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_PASSWORD })
}

/**
 * Refuses a password that is too short, or easy to guess for one who knows `about`: the admin's
 * address, the firm's name.
 * @throws Refusal weak_password, with what is wrong as `fields.password`
 */
export async function demandStrength(password: string, about: string[]): Promise<void> {
  const { error } = newPassword.safeParse(password)
  if (error) refuseWeak(error.issues[0]!.message, 'length')
  estimator ??= loadEstimator()
  const { score } = (await estimator).check(password, about.flatMap(words))
  if (score < LEAST_SCORE)
    refuseWeak('This password is too easy to guess. Several unrelated words are good.', 'pwned')
}

const words = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)]

/** `reasons` are those of the GoTrue wire. */
function refuseWeak(message: string, reason: 'length' | 'pwned'): never {
  refuse('weak_password', {
    message,
    fields: { password: message },
    weak_password: { reasons: [reason] },
  })
}
