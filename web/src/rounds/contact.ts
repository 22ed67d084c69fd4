import { OUTCOME_NAMES, type OutstandingClient } from '@attest/contract/rounds'

/** '(617) 555-0101 ext. 5' → 'tel:6175550101;ext=5' (RFC 3966) */
export function telOf(number: string): string {
  const [, main = '', ext] = /^(.*?)(?:\s*(?:;ext=|ext\.?|x|#)\s*(\d+))?$/i.exec(number) ?? []
  return `tel:${main.replace(/[^\d+]/g, '')}${ext ? `;ext=${ext}` : ''}`
}

/** The part of an administrator's address that names the person. */
export const nameOf = (email: string) => email.split('@')[0]!

interface Contact {
  what: string
  at: string
  by?: string
}

/** The latest call or request, whichever was later. */
export function lastContact(client: OutstandingClient): Contact | undefined {
  const { calls, requests, reminders, reason } = client
  const at = client.last_emailed_at ?? client.last_asked_at
  const [call] = calls
  if (call && (!at || call.at > at))
    return { what: OUTCOME_NAMES[call.outcome], at: call.at, by: nameOf(call.admin_email) }
  if (!at) return undefined
  if (reason === 'failed') return { what: 'Email failed', at }
  if (reminders > 0) return { what: 'Reminder', at }
  return { what: requests > 1 ? `Letter ${requests}` : 'First letter', at }
}

export function reasonText({ reason, error, email, requests, reminders }: OutstandingClient) {
  if (reason === 'failed') return error ?? email
  if (reason === 'disputed') return 'Says: this was not me'
  if (reason === 'email_unconfirmed') return email
  if (reason === 'no_address') return 'Never asked by email'
  if (reason === 'unusable_address') return email
  if (reason === 'not_asked') return 'No email in this round'
  if (reason === 'queued') return 'Not sent yet'
  const times = requests + reminders
  return times === 1 ? 'Asked once' : `Asked ${times} times`
}
