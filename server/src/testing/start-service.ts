import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import PostalMime from 'postal-mime'
import { ADMIN, anAdmin } from './make.ts'
import { startTestApp } from './start-test-app.ts'
import type { ToldSecrets } from './told-secrets.ts'

/** The product listening on loopback, and the public client of its authentication service, as it comes. */
export async function startService(settings: Parameters<typeof startTestApp>[0] = {}) {
  const house = await startTestApp(settings)
  const origin = await house.app.listen({ port: 0, host: '127.0.0.1' })
  await anAdmin(house.deps)
  const fetch = watched(house.told)
  const client = () => openClient(`${origin}/auth/v1`, fetch)
  /** A client signed in with the password. */
  const signedIn = async (who = ADMIN) => {
    const auth = client()
    const { error } = await auth.signInWithPassword(who)
    if (error) throw error
    return auth
  }
  /** Mails about accounts to an address, the newest first. */
  const mailsTo = async (address: string) => {
    await house.deps.accountMail.idle()
    return readMails(path.join(house.config.DATA_DIR, 'account-mails'), address)
  }
  return { ...house, origin, fetch, client, signedIn, mailsTo }
}

export type Service = Awaited<ReturnType<typeof startService>>
export type Client = ReturnType<typeof openClient>

function openClient(url: string, fetch: typeof globalThis.fetch) {
  const kept = new Map<string, string>()
  return new AuthClient({
    url,
    fetch,
    flowType: 'pkce',
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

async function readMails(folder: string, address: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const { mtimeMs } = await stat(file)
      const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(file))
      const token = /\/link#([\w-]{43})/.exec(text)?.[1] ?? ''
      const digits = /\b\d{6}\b/.exec(text)?.[0] ?? ''
      return { mtimeMs, to: to?.[0]?.address, subject, token, digits, text }
    }),
  )
  return mails.filter(({ to }) => to === address).sort((a, b) => b.mtimeMs - a.mtimeMs)
}
