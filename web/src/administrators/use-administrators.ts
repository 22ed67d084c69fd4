import * as calls from '@attest/contract/administrators'
import { confirmedAction, useConfirmedAction } from '../account/confirm-identity.ts'
import { mayRetry } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

export const useAdministrators = () => useRead(calls.listAdministrators, {})

/** The toast of an invitation whose link the screen shows. */
const MADE = {
  title: 'Invitation made',
  text: 'It was not emailed: no email leaves this server yet.',
}

export const useInvite = confirmedAction(calls.inviteAdministrator, {
  success: ({ email, code }) =>
    code === 'written_to_outbox'
      ? MADE
      : { title: 'Invitation sent', text: `It is on its way to ${email}.` },
  failure: mayRetry('Not invited', 'The invitation could not be sent.'),
})

export const useAdministratorActions = () => ({
  resend: useConfirmedAction(calls.resendInvitation, {
    success: ({ message, code }) =>
      code === 'written_to_outbox' ? MADE : { title: 'Invitation sent', text: message },
    failure: mayRetry('Not sent', 'The invitation could not be sent.'),
  }),
  withdraw: useConfirmedAction(calls.withdrawInvitation, {
    success: { title: 'Invitation withdrawn', text: 'Its link no longer works.' },
    failure: mayRetry('Not withdrawn', 'The invitation could not be withdrawn.'),
  }),
  approve: useConfirmedAction(calls.approveAdministrator, {
    success: ({ email }) => ({ title: 'Approved', text: `${email} is an administrator now.` }),
    failure: mayRetry('Not approved', 'The administrator could not be approved.'),
  }),
  switchOff: useConfirmedAction(calls.switchOffAdministrator, {
    success: ({ email }) => ({ title: 'Switched off', text: `${email} can no longer sign in.` }),
    failure: mayRetry('Not switched off', 'The administrator could not be switched off.'),
  }),
  switchOn: useConfirmedAction(calls.switchOnAdministrator, {
    success: ({ email }) => ({ title: 'Switched on', text: `${email} can sign in again.` }),
    failure: mayRetry('Not switched on', 'The administrator could not be switched on.'),
  }),
  reset: useConfirmedAction(calls.resetSecondFactor, {
    success: ({ email }) => ({
      title: 'Second factor reset',
      text: `${email} signs in with the password alone until a new one is set up.`,
    }),
    failure: mayRetry('Not reset', 'The second factor could not be reset.'),
  }),
  remove: useConfirmedAction(calls.removeAdministrator, {
    success: { title: 'Administrator removed' },
    failure: mayRetry('Not removed', 'The administrator could not be removed.'),
  }),
})
