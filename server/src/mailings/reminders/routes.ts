import { remind as remindCall } from '@attest/contract/reminders'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { remind } from './remind.ts'

export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, remindCall, ({ params, body, admin }) => remind(deps, admin, params.id, body))
}
