import {
  closeRound as closeCall,
  getRound,
  listRounds as listCall,
  listOutstanding,
  recordCall as recordCallCall,
  startRound as startCall,
  updateRound,
} from '@attest/contract/rounds'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { changeRound, closeRound, startRound } from './change-round.ts'
import { listRounds, roundPage } from './describe-round.ts'
import { outstandingPage } from './outstanding-page.ts'
import { recordCall } from './record-call.ts'
import { reportRoute } from './report-route.ts'

export function roundRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listCall, () => listRounds(deps))
  mount(app, startCall, ({ body, admin }) => startRound(deps, admin, body))
  mount(app, getRound, ({ params }) => roundPage(deps, params.id))
  mount(app, updateRound, ({ params, body }) => changeRound(deps, params.id, body))
  mount(app, closeCall, ({ params, admin }) => closeRound(deps, admin, params.id))
  mount(app, listOutstanding, ({ params, query }) => outstandingPage(deps, params.id, query))
  mount(app, recordCallCall, ({ params, body, admin }) => recordCall(deps, admin, params.id, body))
  reportRoute(app, deps)
}
