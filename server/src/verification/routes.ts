import {
  confirmEmail as confirmCall,
  endDispute as endCall,
  getDispute,
  reportNotMe,
} from '@attest/contract/disputes'
import {
  getLastAnswer,
  getVerification,
  NEW_LINK_REPLY,
  recordAnswer as recordCall,
  requestNewLink,
  submitVerification,
} from '@attest/contract/verification'
import type { FastifyInstance } from 'fastify'
import { findLastAnswerAt } from '../answers/queries.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { answerVerification } from './answer-verification.ts'
import { confirmEmail } from './confirm-email.ts'
import { disputeAnswer } from './dispute-answer.ts'
import { describeDispute, endDispute } from './end-dispute.ts'
import { readVerification } from './read-verification.ts'
import { recordAnswer } from './record-answer.ts'
import { sendNewLink } from './send-new-link.ts'

export function verificationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getVerification, ({ params }) => readVerification(deps, params.token))
  mount(app, submitVerification, ({ params, body }) => answerVerification(deps, params.token, body))
  mount(app, requestNewLink, async ({ params }) => {
    await sendNewLink(deps, params.token)
    return { message: NEW_LINK_REPLY }
  })
  mount(app, confirmCall, async ({ params }) => {
    await confirmEmail(deps, params.token)
    return { message: 'Thank you. Your email is confirmed.' }
  })
  mount(app, reportNotMe, async ({ params }) => {
    await disputeAnswer(deps, params.token)
    return { message: 'Thank you for telling us. We will call you.' }
  })
  mount(app, getDispute, ({ params }) => describeDispute(deps, params.id))
  mount(app, endCall, ({ params, body, admin }) => endDispute(deps, admin, params.id, body))
  mount(app, getLastAnswer, async ({ params }) => ({
    at: await findLastAnswerAt(deps.db, params.id),
  }))
  mount(app, recordCall, ({ params, body, admin }) => recordAnswer(deps, admin, params.id, body))
}
