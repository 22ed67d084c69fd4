import { onTestFinished } from 'vitest'
import { followRedirects } from './follow-redirects.ts'
import { ADMIN } from './make.ts'
import { type Person, startProvider } from './oidc-provider.ts'
import { type Client, startService } from './start-service.ts'

export const SITE = 'https://attest.test'
export const redirectTo = `${SITE}/sign-in`
export const VOUCHED: Person = { sub: 'p1', email: ADMIN.email, email_verified: true }

/** Starts the product with a real OpenID provider on loopback, for the unmodified public client. */
export async function startWithProvider(person: Person | undefined = VOUCHED, settings = {}) {
  const provider = await startProvider(`${SITE}/auth/v1/callback`)
  onTestFinished(provider.stop)
  provider.now.person = person
  const service = await startService({ ...provider.settings, ...settings })
  const follow = (url: string) => followRedirects(url, SITE, service.origin)
  /** Leaves for the provider and returns to our page. */
  const leave = async (client: Client) => {
    const { data, error } = await client.signInWithSSO({
      domain: 'example.com',
      options: { redirectTo },
    })
    if (error) throw error
    return follow(data.url)
  }
  const enter = async (client: Client) => {
    const page = await leave(client)
    return client.exchangeCodeForSession(page.searchParams.get('code') ?? '')
  }
  return { ...service, provider, follow, leave, enter }
}
