import { SAMPLE_VALUES } from '@attest/contract/letter'
import * as calls from '@attest/contract/letters'
import { US } from '@attest/contract/place'
import type { FastifyInstance } from 'fastify'
import { linkHome } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { awaitTurn } from '../../exports/await-turn.ts'
import { sendFile } from '../../http/files.ts'
import { mount, mountRaw } from '../../http/mount.ts'
import { asCaller } from '../../selection/own-filter.ts'
import { codeToken, newCode } from './letter-code.ts'
import { lettersPdf } from './letter-pdf.ts'
import { discardBatch, mailBatch, makeLetters, printBatch, returnLetters } from './make-letters.ts'
import { listBatches } from './queries.ts'

export function letterRoutes(app: FastifyInstance, deps: Deps): void {
  const linkOf = (code: string) =>
    `${linkHome(deps.config)}/verify/${codeToken(deps.secretKey, code)}`
  mount(app, calls.makeLetters, ({ body, admin }) =>
    makeLetters(deps, admin, asCaller(body.selection, admin)),
  )
  mount(app, calls.listLetterBatches, () => listBatches(deps.db))
  mountRaw(app, calls.printLetters, async ({ params, admin }, reply) => {
    await awaitTurn(deps, admin, 'xlsx', reply)
    const { letters, ...context } = await printBatch(deps, admin, params.batchId)
    const sheets = letters.map((letter) => ({ ...letter, url: linkOf(letter.code) }))
    const pdf = await lettersPdf(sheets, { config: deps.config, ...context })
    return sendFile(reply, `letters-${params.batchId}.pdf`, 'pdf', pdf)
  })
  mountRaw(app, calls.printTestSheet, async (_, reply) => {
    const context = { config: deps.config, round: undefined, at: deps.now() }
    const pdf = await lettersPdf([await sampleLetter(deps)], context, true)
    return sendFile(reply, 'letter-test-sheet.pdf', 'pdf', pdf)
  })
  mount(app, calls.markMailed, ({ params, admin }) => mailBatch(deps, admin, params.batchId))
  mount(app, calls.discardLetters, async ({ params }) => {
    await discardBatch(deps, params.batchId)
  })
  mount(app, calls.returnLetters, ({ body, admin }) => returnLetters(deps, admin, body))
}

/** Its code is none of ours. */
async function sampleLetter({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const template = await db
    .selectFrom('templates')
    .selectAll()
    .where('reminder_of', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const person = { ...SAMPLE_VALUES, client_number: '1041', phone_number: '(617) 555-0140' }
  return {
    ...template,
    ...person,
    id: 104,
    client_id: 0,
    template_id: template.id,
    alt_number: null,
    country: US,
    language: 'en',
    own: null,
    code: newCode(),
    url: `${linkHome(config)}/code`,
  }
}
