/** Escapes an address that cannot be decoded, like /100%. Fastify would refuse it before all hooks. */
export function decodable(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
