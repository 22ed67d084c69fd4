import { newPassword } from '@attest/contract/auth'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Deps } from '../../deps.ts'
import { refuse } from '../refusals.ts'
import { admitTry } from '../throttle/throttle.ts'
import type { ThrottleKey } from '../throttle/throttle-keys.ts'

/** On zxcvbn's scale from 0 to 4; weaker passwords fall to a million guesses. */
const LEAST_SCORE = 2

/** A check takes at most 40 ms with these limits, but seconds with 256 characters. */
const LIMITS = { maxLength: 64, l33tMaxSubstitutions: 20 }

let estimator: Promise<ZxcvbnFactory> | undefined

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...LIMITS })
}

/** Refuses short passwords and those easy to guess from the address or the firm. Every check counts. */
export async function demandPasswordStrength(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { password, email }: { password: string; email: string },
  by: ThrottleKey,
  kind: 'strength' | 'address' = 'strength',
): Promise<void> {
  const { error } = newPassword.safeParse(password)
  if (error) refuseWeak(error.issues[0]!.message, 'length')
  await admitTry(db, kind, by, now())
  estimator ??= loadEstimator()
  const about = [email, config.FIRM_NAME].flatMap(words)
  const { score } = (await estimator).check(password, about)
  if (score < LEAST_SCORE)
    refuseWeak('This password is too easy to guess. Use several unrelated words.', 'pwned')
}

const words = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)]

function refuseWeak(message: string, reason: 'length' | 'pwned'): never {
  refuse('weak_password', {
    message,
    fields: { password: message },
    weak_password: { reasons: [reason] },
  })
}
