import * as z from 'zod/mini'
import { ConfigError, checkSettings } from '../../check-settings.ts'

const OidcSettings = z.object({
  ISSUER: z
    .url({ protocol: /^https?$/, abort: true, error: 'must be the https address of the provider' })
    .check(z.refine(isSafe, 'must be an https address')),
  CLIENT_ID: z.string({ error: 'is missing' }),
  CLIENT_SECRET: z.string({ error: 'is missing' }),
  LABEL: z.optional(z.string()),
  DOMAINS: z._default(z.string(), ''),
})

/** Accepts plain http only on this machine. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** OIDC_ENTRA_ISSUER, OIDC_ENTRA_CLIENT_ID … make the provider `entra`; there may be several. */
export function readProviders(set: Record<string, string | undefined>) {
  const byName = new Map<string, Record<string, string>>()
  for (const [variable, value] of Object.entries(set)) {
    if (!variable.startsWith('OIDC_')) continue
    const [, name, part] = /^OIDC_([A-Z0-9]+)_([A-Z_]+)$/.exec(variable) ?? []
    if (!name || !part || !(part in OidcSettings.shape))
      throw new ConfigError(`${variable} is not a setting: see OIDC in .env.example`)
    byName.set(name, { ...byName.get(name), [part]: value! })
  }
  return [...byName].map(([name, parts]) => {
    const { ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL, DOMAINS } = checkSettings(
      OidcSettings,
      parts,
      `OIDC_${name}_`,
    )
    return {
      name: name.toLowerCase(),
      label: LABEL ?? new URL(ISSUER).hostname,
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      domains: DOMAINS.toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    }
  })
}
