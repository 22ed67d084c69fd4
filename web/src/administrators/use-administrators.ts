import {
  approveAdministrator,
  inviteAdministrator,
  listAdministrators,
  removeAdministrator,
  resendInvitation,
  resetSecondFactor,
  switchOffAdministrator,
  switchOnAdministrator,
  withdrawInvitation,
} from '@attest/contract/administrators'
import { useConfirmedAction } from '../account/confirm-identity.ts'
import { useRead } from '../lib/use-read.ts'

export const useAdministrators = () => useRead(listAdministrators, { queryKey: ['administrators'] })

/** Account emails are never in the outbox: they open accounts. */
const WRITTEN = {
  title: 'Invitation written to a file',
  text: 'No mail server is set: it is in DATA_DIR/account-mails on the server. Set SMTP_URL to send it.',
}

export const useInvite = () =>
  useConfirmedAction(inviteAdministrator, {
    success: ({ email, code }) =>
      code === 'written_to_outbox'
        ? WRITTEN
        : { title: 'Invitation sent', text: `It is on its way to ${email}.` },
    failure: { title: 'Not invited', text: 'The invitation could not be sent. Please try again.' },
  })

export const useAdministratorActions = () => ({
  resend: useConfirmedAction(resendInvitation, {
    success: ({ message, code }) =>
      code === 'written_to_outbox' ? WRITTEN : { title: 'Invitation sent', text: message },
    failure: { title: 'Not sent', text: 'The invitation could not be sent. Please try again.' },
  }),
  withdraw: useConfirmedAction(withdrawInvitation, {
    success: { title: 'Invitation withdrawn', text: 'Its link no longer works.' },
    failure: {
      title: 'Not withdrawn',
      text: 'The invitation could not be withdrawn. Please try again.',
    },
  }),
  approve: useConfirmedAction(approveAdministrator, {
    success: ({ email }) => ({ title: 'Approved', text: `${email} is an administrator now.` }),
    failure: {
      title: 'Not approved',
      text: 'The administrator could not be approved. Please try again.',
    },
  }),
  switchOff: useConfirmedAction(switchOffAdministrator, {
    success: ({ email }) => ({ title: 'Switched off', text: `${email} can no longer sign in.` }),
    failure: {
      title: 'Not switched off',
      text: 'The administrator could not be switched off. Please try again.',
    },
  }),
  switchOn: useConfirmedAction(switchOnAdministrator, {
    success: ({ email }) => ({ title: 'Switched on', text: `${email} can sign in again.` }),
    failure: {
      title: 'Not switched on',
      text: 'The administrator could not be switched on. Please try again.',
    },
  }),
  reset: useConfirmedAction(resetSecondFactor, {
    success: ({ email }) => ({
      title: 'Second factor reset',
      text: `${email} signs in with the password alone until a new one is set up.`,
    }),
    failure: {
      title: 'Not reset',
      text: 'The second factor could not be reset. Please try again.',
    },
  }),
  remove: useConfirmedAction(removeAdministrator, {
    success: { title: 'Administrator removed' },
    failure: {
      title: 'Not removed',
      text: 'The administrator could not be removed. Please try again.',
    },
  }),
})
