import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Delivery, DnsCheck } from '@attest/contract/delivery'
import { expect, onTestFinished, test } from 'vitest'
import { startDnsServer } from '../../../testing/dns-server.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const DOMAIN = 'harrow.example'
const MICROSOFT = 'smtp://smtp.office365.com:587'

async function check(
  records: Record<string, string[]>,
  { silent = [] as string[], ...settings }: { silent?: string[]; [name: string]: unknown } = {},
) {
  const dns = await startDnsServer(records, silent)
  onTestFinished(dns.close)
  const app = await startTestApp({
    DNS_SERVER: dns.address,
    SMTP_URL: MICROSOFT,
    MAIL_FROM: `office@${DOMAIN}`,
    ...settings,
  })
  const { status, body } = await app.api.get('/api/admin/delivery')
  expect(status).toBe(200)
  return body as Delivery
}

const of = ({ domain }: Delivery, name: DnsCheck['name']) =>
  domain.checks!.find((each) => each.name === name)!

test('approves a domain that is set up correctly', async () => {
  const delivery = await check({
    [DOMAIN]: ['google-site-verification=x', 'v=spf1 include:spf.protection.outlook.com -all'],
    'spf.protection.outlook.com': ['v=spf1 ip4:40.92.0.0/15 include:deep.example -all'],
    'deep.example': ['v=spf1 ip6:2a01:111::/32 -all'],
    [`selector1._domainkey.${DOMAIN}`]: [`v=DKIM1; k=rsa; p=${'A'.repeat(392)}`],
    [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=quarantine'],
  })
  expect(delivery.server).toMatchObject({
    provider: 'smtp.office365.com',
    sender: `office@${DOMAIN}`,
  })
  expect(delivery.domain.checks!.map(({ state, publish }) => [state, publish])).toEqual([
    ['good', null],
    ['good', null],
    ['good', null],
  ])
  expect(of(delivery, 'SPF').says).toBe(
    'It allows Microsoft 365, your mail server. It needs 2 of at most 10 lookups.',
  )
})

test('says what to publish for a domain without records', async () => {
  const delivery = await check({})
  expect(of(delivery, 'SPF')).toMatchObject({
    state: 'missing',
    publish: { host: DOMAIN, value: 'v=spf1 include:spf.protection.outlook.com ~all' },
  })
  expect(of(delivery, 'DKIM')).toMatchObject({ state: 'unknown', publish: null })
  expect(of(delivery, 'DMARC')).toMatchObject({
    state: 'missing',
    publish: {
      host: `_dmarc.${DOMAIN}`,
      value: `v=DMARC1; p=none; rua=mailto:office@${DOMAIN}`,
    },
  })
})

test('adds the mail server to a record that lacks it', async () => {
  const spf = async (record: string) => of(await check({ [DOMAIN]: [record] }), 'SPF')
  expect(await spf('v=spf1 ip4:192.0.2.1 -all')).toMatchObject({
    state: 'wrong',
    publish: { value: 'v=spf1 ip4:192.0.2.1 include:spf.protection.outlook.com -all' },
  })
  expect(await spf('v=spf1 mx')).toMatchObject({
    publish: { value: 'v=spf1 mx include:spf.protection.outlook.com' },
  })
})

test('calls records wrong that receivers do not follow', async () => {
  const spf = async (records: Record<string, string[]>) => of(await check(records), 'SPF')
  expect(await spf({ [DOMAIN]: ['v=spf1 mx -all', 'v=spf1 a -all'] })).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('2 records'),
  })
  expect(await spf({ [DOMAIN]: ['v=spf1 +all'] })).toMatchObject({ state: 'wrong' })
  const chain = Object.fromEntries(
    Array.from({ length: 11 }, (_, n) => [
      n === 0 ? DOMAIN : `n${n}.example`,
      [`v=spf1 include:n${n + 1}.example -all`],
    ]),
  )
  expect(await spf(chain)).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('11 lookups'),
  })
  const loop = { [DOMAIN]: [`v=spf1 include:${DOMAIN} include:spf.protection.outlook.com -all`] }
  expect(await spf(loop)).toMatchObject({ state: 'good' })
  const dmarc = await check({ [`_dmarc.${DOMAIN}`]: ['v=DMARC1; rua=mailto:a@b.example'] })
  expect(of(dmarc, 'DMARC').state).toBe('wrong')
})

test('calls nothing wrong that it cannot check', async () => {
  const own = await check({ [DOMAIN]: ['v=spf1 mx -all'] }, { SMTP_URL: 'smtp://mail.isp.example' })
  expect(of(own, 'SPF')).toMatchObject({ state: 'unknown', publish: null })
  for (const [record, SMTP_URL] of [
    ['v=spf1 include:%{i}._ip.%{d}._spf.example -all', MICROSOFT],
    ['v=spf1 mx -all', 'smtp://smtp.sendgrid.net'],
    ['v=spf1 mx -all', 'smtp://smtp.mailgun.org'],
    ['v=spf1 mx -all', 'smtp://smtp.zoho.com'],
  ] as const)
    expect(of(await check({ [DOMAIN]: [record] }, { SMTP_URL }), 'SPF').state).toBe('unknown')
  // Asked one after another, these would take longer than the browser waits.
  const included = Array.from({ length: 9 }, (_, n) => `spf${n}.example`)
  const silent = await check(
    { [DOMAIN]: [`v=spf1 ${included.map((name) => `include:${name}`).join(' ')} -all`] },
    { silent: [...included, `_dmarc.${DOMAIN}`, `selector1._domainkey.${DOMAIN}`] },
  )
  expect(silent.domain.checks!.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(of(silent, 'SPF').says).toMatch(/did not answer in time/)
})

test('compares the published key with the one that signs', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const DKIM_KEY = path.join(await temporaryFolder(), 'key.pem')
  await writeFile(DKIM_KEY, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const own = { DKIM_KEY, DKIM_SELECTOR: 'mail' }
  const host = `mail._domainkey.${DOMAIN}`
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const missing = of(await check({}, own), 'DKIM')
  expect(missing).toMatchObject({ state: 'missing', publish: { host } })
  const good = await check({ [host]: [missing.publish!.value] }, own)
  expect(of(good, 'DKIM')).toMatchObject({ state: 'good', publish: null })
  const other = createPublicKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const wrong = other.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(of(await check({ [host]: [`v=DKIM1; p=${wrong}`] }, own), 'DKIM')).toMatchObject({
    state: 'wrong',
    publish: { host, value: `v=DKIM1; k=rsa; p=${key}` },
  })
})

test.each(['mail', 'news.mail'])(
  'applies the policy of a domain above a subdomain: %s',
  async (sub) => {
    const delivery = await check(
      { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject; sp=none'] },
      { MAIL_FROM: `office@${sub}.${DOMAIN}` },
    )
    expect(of(delivery, 'DMARC').state).toBe('good')
  },
)

test('looks up no domain that only this network knows', async () => {
  const app = await startTestApp({ MAIL_FROM: 'office@attest.local' })
  const { body } = await app.api.get('/api/admin/delivery')
  expect(body.domain).toEqual({ name: 'attest.local', checks: null })
  expect(body.server).toMatchObject({ provider: 'outbox', problem: null })
})
