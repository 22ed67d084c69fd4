/**
 * An address that cannot be decoded, like /100%, is taken by its letters: so it goes the way of every unknown one,
 * with its headers and limits, where Fastify would answer before all of them.
 */
export function decodable(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
