import * as attachments from './attachments.ts'
import * as auth from './auth.ts'
import * as clients from './clients.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as mailings from './mailings.ts'
import * as outbox from './outbox.ts'
import * as templates from './templates.ts'
import * as verification from './verification.ts'

/** Every call of the product. */
export const endpoints: readonly Endpoint[] = [
  auth.login,
  auth.me,
  auth.logout,
  dashboard.getStats,
  dashboard.getCharts,
  dashboard.liveEvents,
  clients.listClients,
  clients.getClient,
  clients.createClient,
  clients.updateClient,
  clients.deleteClient,
  clients.deleteClients,
  history.listChanges,
  history.deleteChange,
  attachments.listAttachments,
  attachments.addAttachment,
  attachments.downloadAttachment,
  attachments.deleteAttachment,
  mailings.resendEmail,
  mailings.bulkSend,
  mailings.previewBulkSend,
  mailings.listMailings,
  mailings.getMailing,
  mailings.listMessages,
  mailings.exportMessages,
  mailings.cancelMailing,
  mailings.retryMailing,
  mailings.listClientMessages,
  outbox.listOutbox,
  outbox.getOutboxMail,
  imports.importClients,
  imports.importProgress,
  imports.getImport,
  exports.exportClients,
  templates.listTemplates,
  templates.getTemplate,
  templates.createTemplate,
  templates.updateTemplate,
  templates.deleteTemplate,
  templates.listTemplateVersions,
  templates.getTemplateVersion,
  templates.sendTestEmail,
  verification.getVerification,
  verification.submitVerification,
]
