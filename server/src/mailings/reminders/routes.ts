import { previewReminder as previewCall, remind as remindCall } from '@attest/contract/reminders'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { previewReminder, remind } from './remind.ts'

export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, previewCall, ({ params, query }) => previewReminder(deps, params.id, query))
  mount(app, remindCall, ({ params, body, admin }) => remind(deps, admin, params.id, body))
}
