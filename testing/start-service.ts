import { AuthClient } from '@supabase/auth-js'
import { accountMailsTo } from './account-mails.ts'
import { ADMIN, anAdmin } from './make.ts'
import { startTestApp } from './start-test-app.ts'
import type { ToldSecrets } from './told-secrets.ts'

/** The product listening on loopback, and the public client of its authentication service, as it comes. */
export async function startService(settings: Parameters<typeof startTestApp>[0] = {}) {
  const house = await startTestApp(settings)
  const origin = await house.app.listen({ port: 0, host: '127.0.0.1' })
  await anAdmin(house.deps)
  const fetch = watched(house.told)
  const client = (flowType: 'pkce' | 'implicit' = 'pkce') =>
    openClient(`${origin}/auth/v1`, fetch, flowType)
  /** A client signed in with the password. */
  const signedIn = async (who = ADMIN) => {
    const auth = client()
    const { error } = await auth.signInWithPassword(who)
    if (error) throw error
    return auth
  }
  /** Mails about accounts to an address, the newest first. */
  const mailsTo = async (address: string) => (await accountMailsTo(house, address)).reverse()
  return { ...house, origin, fetch, client, signedIn, mailsTo }
}

export type Service = Awaited<ReturnType<typeof startService>>
export type Client = ReturnType<typeof openClient>

function openClient(url: string, fetch: typeof globalThis.fetch, flowType: 'pkce' | 'implicit') {
  const kept = new Map<string, string>()
  return new AuthClient({
    url,
    fetch,
    flowType,
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
}

/** Takes note of the secrets that go over the wire. */
const watched =
  (told: ToldSecrets): typeof fetch =>
  async (input, init) => {
    const reply = await fetch(input, init)
    if (typeof init?.body === 'string') told.see(JSON.parse(init.body))
    told.see(
      await reply
        .clone()
        .json()
        .catch(() => undefined),
    )
    return reply
  }
