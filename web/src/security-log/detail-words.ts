import { type SecurityEntry, SIGN_IN_EVENTS, SIGN_IN_WAYS } from '@attest/contract/security-log'
import type { Provider } from '../lib/firm.ts'

/** An entry's object or means in words; null if the event says it all. */
export function detailWords(
  { event, detail }: Pick<SecurityEntry, 'event' | 'detail'>,
  providers: Provider[],
): string | null {
  if (!detail || event === 'recovery-code-used') return null
  const labelOf = (name: string) =>
    providers.find((provider) => provider.name === name)?.label ?? name
  if (event === 'identity-linked' || event === 'identity-unlinked') return labelOf(detail)
  if (event === 'sessions-ended') return detail === '1' ? '1 session' : `${detail} sessions`
  if (!SIGN_IN_EVENTS.includes(event)) return detail
  const [way = '', provider] = detail.split(' ')
  const words = (SIGN_IN_WAYS as Record<string, string>)[way] ?? detail
  return provider ? `${words} with ${labelOf(provider)}` : words
}
