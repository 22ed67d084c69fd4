import { escapeHtml } from '@attest/contract/letter-parts'
import type { FastifyInstance } from 'fastify'
import { linkHome } from './config.ts'
import { readValue } from './db/read.ts'
import { transact } from './db/transact.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './http/errors.ts'
import { hashToken, newToken } from './secret-key.ts'
import { markSaved, storeRow } from './settings.ts'

// The link of a test email proves that the address of clients' links leads here, from wherever it is opened.

const PATH = '/address-check'
/** The hash of the newest link's token. */
const TOKEN = 'address_check'
const OPENED = 'opened_address'

export async function newAddressLink({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const token = newToken()
  await storeRow(db, TOKEN, hashToken(token))
  return `${linkHome(config)}${PATH}/${token}`
}

export const openedAt = async ({ db, config }: Pick<Deps, 'db' | 'config'>) =>
  (await readValue<string | undefined>(db)`
    select at from settings join settings_saved on section = name
    where name = ${OPENED} and value = ${linkHome(config)}`) ?? null

/** A visit is enough as proof, even by a mail scanner, since it has reached this address. */
export function addressRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config' | 'now'>) {
  const { db, config, now } = deps
  app.get(`${PATH}/:token`, { config: { access: 'public' as const } }, async (request, reply) => {
    const { token } = request.params as { token: string }
    const asked = await readValue(db)`select value from settings where name = ${TOKEN}`
    if (asked !== hashToken(token))
      throw new Refusal(404, 'This link is out of date. Send yourself another test email.')
    await transact(db, async (tx) => {
      await storeRow(tx, OPENED, linkHome(config))
      await markSaved(tx, OPENED, '', now())
    })
    return reply.type('text/html; charset=utf-8').send(page(config.FIRM_NAME))
  })
}

const page = (firm: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>The address works</title>
<body style="margin:3rem auto;max-width:32rem;padding:0 1rem;font:18px/1.5 Georgia,serif">
<p>${escapeHtml(firm)}</p>
<h1 style="font-size:1.6rem">The address works</h1>
<p>Clients’ links lead here. You can close this page.</p>
`
