/** Follows redirects, with cookies, up to `site`, which listens at `origin`. `passing` gets each address. */
export async function followRedirects(
  start: string,
  site: string,
  origin: string,
  passing: (address: URL) => void = () => {},
): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(start)
  for (let hop = 0; hop < 20; hop++) {
    passing(address)
    const ours = address.origin === new URL(site).origin
    if (ours && !address.pathname.startsWith('/auth/v1/')) return address
    const target = ours ? new URL(address.pathname + address.search, origin) : address
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(target, { redirect: 'manual', headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name) cookies.set(name, value ?? '')
    }
    const next = reply.headers.get('location')
    if (!next) throw new Error(`${target.pathname} answered ${reply.status}: ${await reply.text()}`)
    address = new URL(next, address)
  }
  throw new Error('too many redirects')
}
