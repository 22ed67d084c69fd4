import { SAMPLE_VALUES } from '@attest/contract/letter'
import * as calls from '@attest/contract/letters'
import { US } from '@attest/contract/place'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { awaitTurn } from '../../exports/await-turn.ts'
import { sendFile } from '../../http/files.ts'
import { mount, mountRaw } from '../../http/mount.ts'
import { newToken } from '../../secret-key.ts'
import { asCaller } from '../../selection/own-filter.ts'
import { newCode } from './letter-code.ts'
import type { Context } from './letter-page.ts'
import { lettersPdf, textsFor } from './letter-pdf.ts'
import { discardBatch, mailBatch, makeLetters, printBatch, returnLetters } from './make-letters.ts'
import { listBatches } from './queries.ts'

export function letterRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.makeLetters, async ({ body, admin }) =>
    makeLetters(deps, admin, await asCaller(deps.db, body.selection, admin)),
  )
  mount(app, calls.listLetterBatches, () => listBatches(deps.db))
  mountRaw(app, calls.printLetters, async ({ params, query, admin }, reply) => {
    await awaitTurn(deps, admin, 'xlsx', reply)
    const { sheets, context } = await printBatch(deps, admin, params.batchId, query.printed)
    const pdf = await lettersPdf(sheets, context)
    return sendFile(reply, `letters-${params.batchId}.pdf`, 'pdf', pdf)
  })
  mountRaw(app, calls.printTestSheet, async (_, reply) => {
    const context = { config: deps.config, round: undefined, at: deps.now() }
    const pdf = await lettersPdf([await sampleSheet(deps, context)], context, true)
    return sendFile(reply, 'letter-test-sheet.pdf', 'pdf', pdf)
  })
  mount(app, calls.markMailed, ({ params, query, admin }) =>
    mailBatch(deps, admin, params.batchId, query.printed),
  )
  mount(app, calls.discardLetters, async ({ params, query }) => {
    await discardBatch(deps, params.batchId, query.printed)
  })
  mount(app, calls.returnLetters, ({ body, admin }) => returnLetters(deps, admin, body))
}

/** A test sheet's code leads nowhere. */
async function sampleSheet({ db }: Pick<Deps, 'db'>, context: Context) {
  const template = await db
    .selectFrom('templates')
    .selectAll()
    .where('reminder_of', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const person = { ...SAMPLE_VALUES, client_number: '1041', phone_number: '(617) 555-0140' }
  const place = { alt_number: null, country: US, language: 'en', own: null }
  const letter = { ...template, ...person, ...place, id: 104, client_id: 0, template_id: '' }
  return { ...letter, code: newCode(), token: newToken(), texts: textsFor(letter, context) }
}
