import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import type { DnsCheck } from '@attest/contract/delivery'
import { type Config, mailDomain, senderOf } from '../config.ts'

const TIMEOUT_MS = 2_000
const TRIES = 2

/** Receiving servers give up on an SPF record that needs more (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10

/** Providers that send in the sender's own name: the hosts of their servers, and the record that SPF has to include. */
const PROVIDERS = [
  ['Microsoft 365', /(^|\.)(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  ['Google', /(^|\.)(gmail|google|googlemail)\.com$/, '_spf.google.com'],
  ['Fastmail', /(^|\.)(fastmail|messagingengine)\.com$/, 'spf.messagingengine.com'],
] as const

/** Names under which the usual providers publish their keys. Names of others cannot be guessed. */
const SELECTORS =
  'selector1 selector2 google default dkim mail smtp s1 s2 k1 k2 k3 mg mx fm1 fm2 fm3 zoho zmail sig1'.split(
    ' ',
  )

/** Returns the TXT records of a name, [] for an unknown name, undefined if no answer came. */
type Ask = (name: string) => Promise<string[] | undefined>

/** Checks the DNS records that receiving servers read, and says what to publish instead of wrong or missing ones. */
export function checkSenderDomain(config: Config): Promise<DnsCheck[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (config.DNS_SERVER) resolver.setServers([config.DNS_SERVER])
  const ask: Ask = async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return ['ENODATA', 'ENOTFOUND'].includes(code) ? [] : undefined
    }
  }
  const checks = { SPF: checkSpf, DKIM: checkDkim, DMARC: checkDmarc }
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const nothing = { found: null, publish: null }
      return { name: name as DnsCheck['name'], ...nothing, ...(await check(ask, config)) }
    }),
  )
}

type Result = Pick<DnsCheck, 'state' | 'says'> & Partial<DnsCheck>

const SILENT: Result = {
  state: 'unknown',
  says: 'The domain name system did not answer in time. Please look again later.',
}

const wrong = (says: string, more: Partial<DnsCheck> = {}): Result => ({
  state: 'wrong',
  says,
  ...more,
})

const tooMany = (records: string[]) =>
  wrong(`There are ${records.length} records, and receivers then follow none. Make them one.`, {
    found: records.join('\n'),
  })

async function checkSpf(ask: Ask, config: Config): Promise<Result> {
  const host = mailDomain(config)
  const server = config.SMTP_URL ? new URL(config.SMTP_URL).hostname : ''
  const [provider, , spf] = PROVIDERS.find(([, hosts]) => hosts.test(server)) ?? []
  const records = await spfRecords(ask, host)
  if (!records) return SILENT
  const [found] = records
  if (found === undefined)
    return {
      state: 'missing',
      says: 'No record says which machines may send for this domain, so many receivers call its letters spam.',
      publish: spf ? { host, value: `v=spf1 include:${spf} ~all` } : null,
    }
  if (records.length > 1) return tooMany(records)
  if (/\s[+]?all\b/.test(found))
    return wrong('It lets every machine of the world send for this domain.', { found })
  const { lookups, domains, isSilent, isHidden } = await walkSpf(ask, host)
  if (lookups > MOST_LOOKUPS)
    return wrong(
      `It needs ${lookups} lookups, and receivers stop after ${MOST_LOOKUPS}. Remove what no longer sends for you.`,
      { found },
    )
  const counted = `It needs ${lookups} of at most ${MOST_LOOKUPS} lookups.`
  if (spf && domains.has(spf))
    return { state: 'good', says: `It allows ${provider}, your mail server. ${counted}`, found }
  if (isSilent) return { ...SILENT, found }
  if (spf && !isHidden)
    return wrong(`It does not allow ${provider}, your mail server.`, {
      found,
      publish: { host, value: withInclude(found, spf) },
    })
  return {
    state: 'unknown',
    says: `It is there. Whether it allows the machines that your mail server sends from cannot be seen from here: ask who runs it. ${counted}`,
    found,
  }
}

/** Puts the include before the term that decides about all other machines. */
const withInclude = (record: string, spf: string): string => {
  const end = record.search(/\s([-~?]?all|redirect=)/)
  const at = end === -1 ? record.length : end
  return `${record.slice(0, at)} include:${spf}${record.slice(at)}`
}

const spfRecords = async (ask: Ask, domain: string) =>
  (await ask(domain))?.filter((record) => /^v=spf1(\s|$)/i.test(record))

/** Follows a domain's record as a receiver would, and counts the lookups. */
async function walkSpf(ask: Ask, domain: string) {
  const walked = { lookups: 0, domains: new Set<string>(), isSilent: false, isHidden: false }
  const follow = async (name: string): Promise<void> => {
    // Stops far beyond the limit, and once a name server is silent: asking on would take too long.
    if (walked.domains.has(name) || walked.lookups > 2 * MOST_LOOKUPS || walked.isSilent) return
    walked.domains.add(name)
    const records = await spfRecords(ask, name)
    if (!records) walked.isSilent = true
    for (const term of records?.[0]?.toLowerCase().split(/\s+/).slice(1) ?? []) {
      const [, kind, next] =
        /^[-+~?]?(include|a|mx|ptr|exists|redirect)(?:[:=/]|$)(.*)/.exec(term) ?? []
      if (!kind) continue
      walked.lookups++
      const isFollowed = kind === 'include' || kind === 'redirect'
      // A macro: the name depends on the sending machine.
      if (next?.includes('%')) walked.isHidden = true
      else if (isFollowed && next) await follow(next)
    }
  }
  await follow(domain)
  return walked
}

async function checkDkim(ask: Ask, config: Config): Promise<Result> {
  const { DKIM_KEY, DKIM_SELECTOR } = config
  if (DKIM_KEY)
    return checkOwnKey(ask, `${DKIM_SELECTOR}._domainkey.${mailDomain(config)}`, DKIM_KEY)
  const names = SELECTORS.map((selector) => `${selector}._domainkey.${mailDomain(config)}`)
  const answers = await Promise.all(names.map(ask))
  const at = answers.findIndex((records) => records?.some((record) => keyIn(record)))
  if (at !== -1)
    return {
      state: 'good',
      says: `A key is published at ${names[at]}. Whether your mail server signs with it shows in the headers of a test email.`,
    }
  if (answers.includes(undefined)) return SILENT
  return {
    state: 'unknown',
    says: 'No key is published under the usual names. Your mail server may use another: ask who runs it whether letters are signed for your domain.',
  }
}

/** The public key of a DKIM record; empty if it has none or the key was withdrawn. */
const keyIn = (record: string) => (/(?:^|;)\s*p=([^;]*)/.exec(record)?.[1] ?? '').replace(/\s/g, '')

/** Attest signs with this key itself, so it knows the record to expect. */
async function checkOwnKey(ask: Ask, host: string, file: string): Promise<Result> {
  const pair = createPublicKey(createPrivateKey(readFileSync(file)))
  const key = pair.export({ type: 'spki', format: 'der' }).toString('base64')
  const publish = { host, value: `v=DKIM1; k=rsa; p=${key}` }
  const records = await ask(host)
  if (!records) return SILENT
  const found = records.find((record) => keyIn(record))
  if (found === undefined)
    return {
      state: 'missing',
      says: 'Letters are signed, but the key to check the signature is not published.',
      publish,
    }
  return keyIn(found) === key
    ? { state: 'good', says: 'The published key is the one that signs.' }
    : wrong('Another key is published than the one that signs.', { found, publish })
}

const POLICIES: Record<string, string> = {
  none: 'Receivers report letters that only pretend to come from you, and deliver them.',
  quarantine: 'Letters that only pretend to come from you go to spam.',
  reject: 'Letters that only pretend to come from you are rejected.',
}

async function checkDmarc(ask: Ask, config: Config): Promise<Result> {
  const domain = mailDomain(config)
  // A domain without a record follows the record of a domain above it.
  const labels = domain.split('.')
  const names = labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))
  for (const name of names) {
    const records = await ask(`_dmarc.${name}`)
    if (!records) return SILENT
    const all = records.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record))
    if (all.length > 1) return tooMany(all)
    const [found] = all
    if (found === undefined) continue
    const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(found)?.[1]?.toLowerCase() ?? ''
    const says = POLICIES[policy]
    return says
      ? { state: 'good', says, found }
      : wrong('It names no policy: p=none, quarantine or reject.', { found })
  }
  return {
    state: 'missing',
    says: 'Large receivers ask for a record that says what to do with letters that only pretend to come from you.',
    publish: {
      host: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${senderOf(config).address}`,
    },
  }
}
