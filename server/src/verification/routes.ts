import { COMPARED_FIELDS, FIELD_LABELS } from '@attest/contract/client-fields'
import * as disputes from '@attest/contract/disputes'
import type { Body } from '@attest/contract/endpoint'
import { redeemCode } from '@attest/contract/letters'
import { getLastAnswer, recordAnswer as recordCall } from '@attest/contract/recorded-answers'
import { differingFields } from '@attest/contract/same-value'
import * as calls from '@attest/contract/verification'
import type { FastifyInstance } from 'fastify'
import { explainConflict, refuseOutdated, settleInput } from '../clients/change-client.ts'
import { routeMail } from '../clients/mail-address.ts'
import { settleOwn } from '../clients/own-values.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Basics, Deps } from '../deps.ts'
import { changedFields, recordEvent } from '../history/queries.ts'
import { conflict, notFound, refuseField } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { localDay, startOfHour } from '../local-time.ts'
import { openCode } from '../mailings/letters/letter-code.ts'
import { findLastRequest } from '../mailings/queries.ts'
import { currentFields, findAnswerAt, findLastAnswerAt, listDisputed } from '../records/answers.ts'
import { type ClientRecord, lockClient, reportedAt } from '../records/clients.ts'
import { findOpenRound } from '../rounds/queries.ts'
import { answerVerification, saveAnswer } from './answer-verification.ts'
import { describeDispute, endDispute, endedDispute } from './end-dispute.ts'
import {
  confirmEmail,
  disputeAnswer,
  readVerification,
  recordOpened,
  sendNewLink,
} from './use-link.ts'
import { endReport, reportNotForMe } from './wrong-hands.ts'

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getVerification, ({ params }) => readVerification(deps, params.token))
  mount(app, calls.submitVerification, ({ params, body }) =>
    answerVerification(deps, params.token, body),
  )
  mount(app, calls.reportOpened, ({ params, from }) => recordOpened(deps, params.token, from))
  mount(app, calls.requestNewLink, async ({ params }) => {
    await sendNewLink(deps, params.token)
    return { message: calls.NEW_LINK_REPLY }
  })
  mount(app, calls.notForMe, async ({ params, body }) => {
    await reportNotForMe(deps, params.token, body)
    return { message: 'Thank you for telling us.' }
  })
  mount(app, redeemCode, ({ body, from }) => openCode(deps, from, body.code))
  mount(app, disputes.confirmEmail, async ({ params }) => {
    await confirmEmail(deps, params.token)
    return { message: 'Thank you. Your email is confirmed.' }
  })
  mount(app, disputes.reportNotMe, async ({ params }) => {
    await disputeAnswer(deps, params.token)
    return { message: 'Thank you for telling us. We will call you.' }
  })
}

export function verificationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, disputes.getDispute, ({ params }) => describeDispute(deps.db, params.id))
  mount(app, disputes.endDispute, ({ params, body, admin }) =>
    endDispute(deps, admin, params.id, body),
  )
  mount(app, disputes.endReport, ({ params, admin }) => endReport(deps, admin, params.id))
  mount(app, getLastAnswer, async ({ params }) => ({
    at: await findLastAnswerAt(deps.db, params.id),
  }))
  mount(app, recordCall, ({ params, body, admin }) => recordAnswer(deps, admin, params.id, body))
}

/** @throws Refusal 404; 400 for a day in the future or before the last request; 409 with the newer `current` row */
async function recordAnswer(
  deps: Basics,
  admin: SignedIn,
  id: number,
  { via, on, note, last_updated, own: givenOwn, ...given }: Body<typeof recordCall>,
) {
  const now = deps.now().toISOString()
  return transact(deps.db, async (tx) => {
    const before = (await lockClient(tx, id)) ?? notFound('User')
    const own = await settleOwn(tx, before.own, givenOwn)
    const details = { ...settleInput(before, given), own }
    const isStale = last_updated !== undefined && last_updated !== before.last_updated
    // The first reply may have been lost.
    if (isStale && changedFields(before, details).length === 0)
      if (await findAnswerAt(tx, id, before.last_updated, { via, admin: admin.email, note }))
        return before
    await refuseDisputed(tx, { ...before, ...details })
    const at = await momentOf(tx, deps.config, { id, on, now })
    // Refused even without an edit: the details read out on the phone were outdated.
    refuseOutdated(before, last_updated)
    const edited = differingFields(before, details, COMPARED_FIELDS)
    const isDeath = before.reported_as === 'reported_deceased'
    const result = edited.some(isDetail) ? 'updated' : 'confirmed'
    // The office has spoken with the client: this address and this answer are right.
    const settled = {
      ...details,
      ...routeMail(before, { by: 'call', email: details.email ?? before.email }),
      ...endedDispute,
      // The client is alive, since somebody has spoken with them. A wrong address stays wrong until it changes.
      ...(isDeath && { reported: null, ...(await reportedAt(tx, details.email ?? before.email)) }),
    }
    const channel = { via, admin: admin.email, result, at, now, note } as const
    const { after } = await saveAnswer(tx, before, settled, channel)
    const author = { adminEmail: admin.email, at: now }
    if (before.disputed_at) await recordEvent(tx, author, 'dispute_ended', id)
    if (isDeath) await recordEvent(tx, author, 'report_ended', id)
    return after
  }).catch((error) => explainConflict(error, given))
}

/** The screens show the details from before the dispute, so “All is right” must not confirm a thief's. */
async function refuseDisputed(tx: Tx, client: ClientRecord) {
  const answers = await listDisputed(tx, client.id)
  const held = new Set(answers.flatMap((answer) => currentFields(client, answer)))
  if (held.size === 0) return
  const names = [...held].map((field) => FIELD_LABELS[field]).join(', ')
  const message = `The client disputes what is on file: ${names}. Correct these here, or first restore or keep them on the client’s page.`
  conflict('client_disputed', message)
}

const isDetail = (field: string) => field in calls.ClientDetails.shape

/** Noon of an earlier day, but not before the request, nor before a round that began on that day. */
async function momentOf(
  tx: Tx,
  { TIME_ZONE }: Config,
  { id, on, now }: { id: number; on: string | undefined; now: string },
): Promise<string> {
  const today = localDay(new Date(now), TIME_ZONE)
  if (on === undefined || on === today) return now
  if (on > today) refuseField('on', 'This day is in the future.')
  const asked = (await findLastRequest(tx, id)) ?? ''
  const askedOn = asked && localDay(new Date(asked), TIME_ZONE)
  if (on < askedOn)
    refuseField('on', `The client was asked on ${askedOn}. Enter that day or a later one.`)
  const begun = (await findOpenRound(tx))?.started_at ?? ''
  const begunOn = begun && localDay(new Date(begun), TIME_ZONE)
  const noon = startOfHour(on, 12, TIME_ZONE).toISOString()
  return [noon, asked, on === begunOn ? begun : ''].sort().at(-1)!
}
