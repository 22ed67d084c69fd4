import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import type { DnsCheck } from '@attest/contract/delivery'
import { type Config, mailDomain, senderOf } from '../config.ts'

const TIMEOUT_MS = 2_000
const TRIES = 2

/** Receiving servers give up on an SPF record that needs more (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10

interface Provider {
  name: string
  host: RegExp
  /** What the domain's SPF record has to include. */
  spf: string
}

/** Providers that send for any domain, each from machines that one known record lists. */
const PROVIDERS: Provider[] = [
  {
    name: 'Microsoft 365',
    host: /(^|\.)(office365|outlook)\.com$/,
    spf: 'spf.protection.outlook.com',
  },
  { name: 'Google', host: /(^|\.)(gmail|google|googlemail)\.com$/, spf: '_spf.google.com' },
  {
    name: 'Fastmail',
    host: /(^|\.)(fastmail|messagingengine)\.com$/,
    spf: 'spf.messagingengine.com',
  },
  { name: 'Mailgun', host: /(^|\.)mailgun\.org$/, spf: 'mailgun.org' },
  { name: 'SendGrid', host: /(^|\.)sendgrid\.net$/, spf: 'sendgrid.net' },
  { name: 'Zoho', host: /(^|\.)zoho\.com$/, spf: 'zohomail.com' },
]

/** Where the usual providers publish their keys. Others choose a name that cannot be guessed. */
const SELECTORS =
  'selector1 selector2 google default dkim mail smtp s1 s2 k1 k2 k3 mg mx fm1 fm2 fm3 zoho zmail sig1'.split(
    ' ',
  )

/** TXT records of a name, none if there is no such name. Undefined: the answer did not come. */
type Ask = (name: string) => Promise<string[] | undefined>

/** What receiving servers read of the sender's domain, and what to publish where that would not do. */
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
  return Promise.all([checkSpf(ask, config), checkDkim(ask, config), checkDmarc(ask, config)])
}

const SILENT = 'The domain name system did not answer in time. Please look again later.'

type Result = Pick<DnsCheck, 'state' | 'says'> & Partial<DnsCheck>

const result = (name: DnsCheck['name'], { found = null, publish = null, ...rest }: Result) => ({
  name,
  found,
  publish,
  ...rest,
})

async function checkSpf(ask: Ask, config: Config): Promise<DnsCheck> {
  const domain = mailDomain(config)
  const host = config.SMTP_URL ? new URL(config.SMTP_URL).hostname : ''
  const provider = PROVIDERS.find((each) => each.host.test(host))
  const records = await spfRecords(ask, domain)
  if (!records) return result('SPF', { state: 'unknown', says: SILENT })
  const [found] = records
  if (found === undefined)
    return result('SPF', {
      state: 'missing',
      says: 'No record says which machines may send for this domain, so many receivers call its letters spam.',
      publish: provider ? { host: domain, value: `v=spf1 include:${provider.spf} ~all` } : null,
    })
  if (records.length > 1)
    return result('SPF', {
      state: 'wrong',
      says: `There are ${records.length} records, and receivers then follow none. Join them into one.`,
      found: records.join('\n'),
    })
  const walked = await walkSpf(ask, domain)
  return result('SPF', { found, ...judgeSpf({ found, walked, provider, domain }) })
}

interface Walked {
  lookups: number
  /** Every domain whose record was followed. */
  domains: Set<string>
  isSilent: boolean
}

interface Judged {
  found: string
  walked: Walked
  provider: Provider | undefined
  domain: string
}

function judgeSpf({ found, walked, provider, domain }: Judged): Result {
  if (/\s[+]?all\b/.test(found))
    return { state: 'wrong', says: 'It lets every machine of the world send for this domain.' }
  if (walked.lookups > MOST_LOOKUPS)
    return {
      state: 'wrong',
      says: `It needs ${walked.lookups} lookups, and receivers stop after ${MOST_LOOKUPS}. Remove what no longer sends for you.`,
    }
  const counted = `It needs ${walked.lookups} of at most ${MOST_LOOKUPS} lookups.`
  if (provider && walked.domains.has(provider.spf))
    return { state: 'good', says: `It allows ${provider.name}, your mail server. ${counted}` }
  if (walked.isSilent) return { state: 'unknown', says: SILENT }
  if (provider)
    return {
      state: 'wrong',
      says: `It does not allow ${provider.name}, your mail server.`,
      publish: { host: domain, value: withInclude(found, provider.spf) },
    }
  return {
    state: 'unknown',
    says: `It is there. Whether it allows the machines that your mail server sends from cannot be seen from here: ask who runs it. ${counted}`,
  }
}

/** Before the term that speaks of all others. */
const withInclude = (record: string, spf: string): string => {
  const end = record.search(/\s([-~?]?all|redirect=)/)
  const at = end === -1 ? record.length : end
  return `${record.slice(0, at)} include:${spf}${record.slice(at)}`
}

const spfRecords = async (ask: Ask, domain: string) =>
  (await ask(domain))?.filter((record) => /^v=spf1(\s|$)/i.test(record))

/** Follows a domain's record as a receiver would, and counts what makes one look something up. */
async function walkSpf(ask: Ask, domain: string): Promise<Walked> {
  const walked: Walked = { lookups: 0, domains: new Set(), isSilent: false }
  const follow = async (name: string): Promise<void> => {
    // Twice the limit is enough to say that it is passed.
    if (walked.domains.has(name) || walked.lookups > 2 * MOST_LOOKUPS) return
    walked.domains.add(name)
    const records = await spfRecords(ask, name)
    if (!records) walked.isSilent = true
    for (const term of records?.[0]?.toLowerCase().split(/\s+/).slice(1) ?? []) {
      const [, kind, next] =
        /^[-+~?]?(include|a|mx|ptr|exists|redirect)(?:[:=/]|$)(.*)/.exec(term) ?? []
      if (!kind) continue
      walked.lookups++
      const isFollowed = kind === 'include' || kind === 'redirect'
      if (isFollowed && next && !next.includes('%')) await follow(next)
    }
  }
  await follow(domain)
  return walked
}

async function checkDkim(ask: Ask, config: Config): Promise<DnsCheck> {
  const { DKIM_KEY, DKIM_SELECTOR } = config
  if (DKIM_KEY)
    return checkOwnKey(ask, `${DKIM_SELECTOR}._domainkey.${mailDomain(config)}`, DKIM_KEY)
  const names = SELECTORS.map((selector) => `${selector}._domainkey.${mailDomain(config)}`)
  const answers = await Promise.all(names.map(ask))
  const at = answers.findIndex((records) => records?.some((record) => keyIn(record)))
  if (at !== -1)
    return result('DKIM', {
      state: 'good',
      says: `A key is published at ${names[at]}. Whether your mail server signs with it shows in the headers of a test email.`,
    })
  const isSilent = answers.includes(undefined)
  return result('DKIM', {
    state: 'unknown',
    says: isSilent
      ? SILENT
      : 'No key is published under the usual names. Your mail server may use another: ask who runs it whether letters are signed for your domain.',
  })
}

/** The public key of a DKIM record; empty: none, or withdrawn. */
const keyIn = (record: string): string =>
  (/(?:^|;)\s*p=([^;]*)/.exec(record)?.[1] ?? '').replace(/\s/g, '')

/** Attest itself signs, so it knows what has to stand there. */
async function checkOwnKey(ask: Ask, host: string, file: string): Promise<DnsCheck> {
  const pair = createPublicKey(createPrivateKey(readFileSync(file)))
  const key = pair.export({ type: 'spki', format: 'der' }).toString('base64')
  const publish = { host, value: `v=DKIM1; k=rsa; p=${key}` }
  const records = await ask(host)
  if (!records) return result('DKIM', { state: 'unknown', says: SILENT })
  const found = records.find((record) => keyIn(record)) ?? null
  if (found === null)
    return result('DKIM', {
      state: 'missing',
      says: 'Letters are signed, but the key to check the signature is not published.',
      publish,
    })
  return keyIn(found) === key
    ? result('DKIM', { state: 'good', says: 'The published key is the one that signs.' })
    : result('DKIM', {
        state: 'wrong',
        says: 'Another key is published than the one that signs.',
        found,
        publish,
      })
}

async function checkDmarc(ask: Ask, config: Config): Promise<DnsCheck> {
  const domain = mailDomain(config)
  // A domain without a record follows that of the domain above it.
  const above = domain.split('.').slice(1).join('.')
  const names = above.includes('.') ? [domain, above] : [domain]
  for (const name of names) {
    const records = await ask(`_dmarc.${name}`)
    if (!records) return result('DMARC', { state: 'unknown', says: SILENT })
    const found = records.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record))
    if (found.length > 1)
      return result('DMARC', {
        state: 'wrong',
        says: `There are ${found.length} records at _dmarc.${name}, and receivers then follow none. Keep one.`,
        found: found.join('\n'),
      })
    if (found[0] !== undefined) return result('DMARC', judgeDmarc(found[0]))
  }
  return result('DMARC', {
    state: 'missing',
    says: 'Large receivers ask for a record that says what to do with letters that only pretend to come from you.',
    publish: {
      host: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${senderOf(config).address}`,
    },
  })
}

function judgeDmarc(found: string): Result {
  const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(found)?.[1]?.toLowerCase() ?? ''
  const says = {
    none: 'Receivers report letters that only pretend to come from you, and deliver them.',
    quarantine: 'Letters that only pretend to come from you go to spam.',
    reject: 'Letters that only pretend to come from you are rejected.',
  }[policy]
  if (says) return { state: 'good', says, found }
  return { state: 'wrong', says: 'It names no policy: p=none, quarantine or reject.', found }
}
