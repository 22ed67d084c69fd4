import { BlockList, isIP, isIPv6 } from 'node:net'

const LOOPBACK = networks('127.0.0.0/8', '::1/128', '0.0.0.0/32')
/** Private networks, those of carriers (RFC 6598), and link-local addresses. */
const PRIVATE = networks(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
)

function networks(...all: string[]) {
  const list = new BlockList()
  for (const each of all) {
    const [address = '', bits] = each.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An address in the host of a URL may stand in brackets. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** Whether a host leads to the machine that asks for it. */
export const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/i.test(host) || LOOPBACK(bare(host))

/** Names that only this machine or network knows. */
const LOCAL =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa|invalid)$/i

/** Whether other networks know a domain. */
export const isPublicDomain = (domain: string): boolean =>
  domain.includes('.') && !isIP(domain) && !LOCAL.test(domain)

/** Whether only the own machine and network can reach a host. */
export const isInside = (host: string): boolean =>
  isIP(bare(host)) ? LOOPBACK(bare(host)) || PRIVATE(bare(host)) : !isPublicDomain(host)
