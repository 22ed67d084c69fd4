import { US } from '@attest/contract/place'
import type { ClientValues } from './client-form.tsx'

/** The Create User dialog's checks in their order (spec §5): the first that fails, in words. */
export function checkNewClient(values: ClientValues): string | undefined {
  const filled = (...names: Array<keyof ClientValues>) =>
    names.every((name) => values[name].trim() !== '')

  if (!filled('first_name', 'last_name', 'email', 'group_template')) {
    return 'First name, last name, email, and template group are required.'
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    return 'Please enter a valid email address.'
  }
  if (!filled('phone_number')) return 'Phone number is required.'
  const place = values.country === US ? (['state', 'zip_code'] as const) : []
  if (!filled('address', 'city', ...place)) {
    return 'Complete address information is required.'
  }
  if (!filled('client_number', 'phone_number')) {
    return 'Client number and phone number are required.'
  }
  return undefined
}
