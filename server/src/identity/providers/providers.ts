import type { Configuration } from 'openid-client'
import type { Config } from '../../config.ts'
import { refuse } from '../refusals.ts'

const TIMEOUT_S = 10

export const openidClient = () => import('openid-client')

export class Providers {
  readonly #settings: Config['OIDC']
  readonly #found = new Map<string, Promise<Configuration>>()

  constructor({ OIDC }: Pick<Config, 'OIDC'>) {
    this.#settings = OIDC
  }

  async open(name: string): Promise<Configuration> {
    const setting = this.#settings.find((each) => each.name === name)
    if (!setting) refuse('oauth_provider_not_supported')
    const found = this.#found.get(name) ?? discover(setting)
    this.#found.set(name, found)
    return found.catch(() => {
      // Retried next time, so that a provider may come back.
      this.#found.delete(name)
      refuse('provider_unreachable', {
        message: `${setting.label} cannot be reached. Please try again later.`,
      })
    })
  }

  labelOf(name: string): string {
    return this.#settings.find((each) => each.name === name)?.label ?? name
  }

  forDomain(domain: string): string {
    const wanted = domain.toLowerCase()
    const found = this.#settings.find(({ domains }) => domains.includes(wanted))
    return found?.name ?? refuse('sso_provider_not_found')
  }
}

async function discover({ issuer, clientId, clientSecret }: Config['OIDC'][number]) {
  const oidc = await openidClient()
  const insecure = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    execute: [
      // Without it the library trusts the connection and checks no signature of an ID token.
      oidc.enableNonRepudiationChecks,
      ...(insecure ? [oidc.allowInsecureRequests] : []),
    ],
  })
}
