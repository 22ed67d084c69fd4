import { AuthClient } from '@supabase/auth-js'
import { accountMailsTo } from './account-mails.ts'
import { ADMIN, anAdmin } from './make.ts'
import type { SecretWatch } from './secret-watch.ts'
import { startTestApp } from './start-test-app.ts'

/** Starts the product on loopback, with the unmodified public client of its authentication service. */
export async function startService(settings: Parameters<typeof startTestApp>[0] = {}) {
  const product = await startTestApp(settings)
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' })
  await anAdmin(product.deps)
  const fetch = watched(product.secrets)
  const client = (flowType: 'pkce' | 'implicit' = 'pkce') =>
    openClient(`${origin}/auth/v1`, fetch, flowType)
  const signedIn = async (who = ADMIN) => {
    const auth = client()
    const { error } = await auth.signInWithPassword(who)
    if (error) throw error
    return auth
  }
  /** Account mails to an address, the newest first. */
  const mailsTo = async (address: string) => (await accountMailsTo(product, address)).reverse()
  return { ...product, origin, fetch, client, signedIn, mailsTo }
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

const watched =
  (secrets: SecretWatch): typeof fetch =>
  async (input, init) => {
    const reply = await fetch(input, init)
    if (typeof init?.body === 'string') secrets.see(JSON.parse(init.body))
    secrets.see(
      await reply
        .clone()
        .json()
        .catch(() => undefined),
    )
    return reply
  }
