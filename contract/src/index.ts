import * as account from './account.ts'
import * as administrators from './administrators.ts'
import * as attachments from './attachments.ts'
import * as auth from './auth.ts'
import * as backup from './backup.ts'
import * as clients from './clients.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as mailings from './mailings.ts'
import * as outbox from './outbox.ts'
import * as securityLog from './security-log.ts'
import * as templates from './templates.ts'
import * as verification from './verification.ts'

/** Every call of the product. */
export const endpoints: readonly Endpoint[] = [
  auth.login,
  auth.userSecurity,
  auth.verifyTwoFactor,
  auth.useRecoveryCode,
  auth.passkeyOptions,
  auth.verifyPasskey,
  auth.me,
  auth.logout,
  auth.forgotPassword,
  auth.readLink,
  auth.setPasswordByLink,
  auth.confirmByLink,
  auth.signInByLink,
  auth.signInByProvider,
  account.getAccount,
  account.confirmIdentity,
  account.mailCode,
  account.changePassword,
  account.changeEmail,
  account.cancelEmailChange,
  account.enrolTotp,
  account.enrolPasskey,
  account.verifyNewFactor,
  account.removeFactor,
  account.makeRecoveryCodes,
  account.listSessions,
  account.endSession,
  account.endOtherSessions,
  account.linkIdentity,
  account.completeLinking,
  account.unlinkIdentity,
  administrators.listAdministrators,
  administrators.inviteAdministrator,
  administrators.resendInvitation,
  administrators.withdrawInvitation,
  administrators.approveAdministrator,
  administrators.switchOffAdministrator,
  administrators.switchOnAdministrator,
  administrators.resetSecondFactor,
  administrators.removeAdministrator,
  securityLog.listSecurityLog,
  dashboard.getStats,
  dashboard.getCharts,
  dashboard.liveEvents,
  backup.resume,
  clients.listClients,
  clients.getClient,
  clients.createClient,
  clients.updateClient,
  clients.deleteClient,
  clients.deleteClients,
  history.listChanges,
  history.deleteChange,
  history.deleteChanges,
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
