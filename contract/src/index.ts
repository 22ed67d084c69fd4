import * as account from './account.ts'
import * as administrators from './administrators.ts'
import * as attachments from './attachments.ts'
import * as auth from './auth.ts'
import * as backup from './backup.ts'
import * as clients from './clients.ts'
import * as dashboard from './dashboard.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as history from './history.ts'
import * as previews from './import-previews.ts'
import * as undo from './import-undo.ts'
import * as imports from './imports.ts'
import * as mailings from './mailings.ts'
import * as outbox from './outbox.ts'
import * as reminders from './reminders.ts'
import * as rounds from './rounds.ts'
import * as securityLog from './security-log.ts'
import * as templates from './templates.ts'
import * as verification from './verification.ts'

const FEATURES = [
  account,
  administrators,
  attachments,
  auth,
  backup,
  clients,
  dashboard,
  disputes,
  exports,
  history,
  previews,
  undo,
  imports,
  mailings,
  outbox,
  reminders,
  rounds,
  securityLog,
  templates,
  verification,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  value instanceof Object && 'method' in value && 'path' in value

/** Every call that the features describe. */
export const endpoints: readonly Endpoint[] = FEATURES.flatMap((feature) =>
  Object.values<unknown>(feature).filter(isEndpoint),
)
