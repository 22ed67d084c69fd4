import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  completeLinking,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  makeRecoveryCodes,
  removeFactor,
  unlinkIdentity,
} from '@attest/contract/account'
import { useAction } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { useConfirmedAction } from './confirm-identity.ts'

export const useAccount = () => useRead(getAccount, { queryKey: ['account'] })

export const useSessions = () => useRead(listSessions, { queryKey: ['sessions'] })

export const useChangeEmail = () =>
  useConfirmedAction(changeEmail, {
    success: ({ message }) => ({ title: 'Email sent', text: message }),
    failure: {
      title: 'Email not changed',
      text: 'The email could not be changed. Please try again.',
    },
  })

export const useCancelEmailChange = () =>
  useAction(cancelEmailChange, {
    success: { title: 'Change canceled', text: 'Your email stays as it is.' },
    failure: { title: 'Error', text: 'The change could not be canceled. Please try again.' },
  })

export const useChangePassword = (hadOne: boolean) => {
  const done = hadOne ? 'changed' : 'set'
  return useAction(changePassword, {
    success: { title: `Password ${done}`, text: 'All your other sessions have ended.' },
    failure: {
      title: `Password not ${done}`,
      text: `The password could not be ${done}. Please try again.`,
    },
  })
}

export const useRemoveFactor = () =>
  useConfirmedAction(removeFactor, {
    success: { title: 'Second factor removed' },
    failure: {
      title: 'Not removed',
      text: 'The second factor could not be removed. Please try again.',
    },
  })

export const useMakeRecoveryCodes = () =>
  useConfirmedAction(makeRecoveryCodes, {
    success: { title: 'New recovery codes', text: 'The earlier ones no longer work.' },
    failure: { title: 'Error', text: 'New recovery codes could not be made. Please try again.' },
  })

export const useEndSession = () =>
  useAction(endSession, {
    success: { title: 'Session ended' },
    failure: { title: 'Error', text: 'The session could not be ended. Please try again.' },
  })

export const useEndOtherSessions = () =>
  useAction(endOtherSessions, {
    success: ({ ended }) => ({ title: 'Sessions ended', text: `${ended} in all.` }),
    failure: { title: 'Error', text: 'The sessions could not be ended. Please try again.' },
  })

export const useUnlinkIdentity = () =>
  useConfirmedAction(unlinkIdentity, {
    success: { title: 'Single sign-on unlinked' },
    failure: { title: 'Error', text: 'Single sign-on could not be unlinked. Please try again.' },
  })

export const useCompleteLinking = () =>
  useAction(completeLinking, {
    success: { title: 'Single sign-on linked' },
    failure: { title: 'Not linked', text: 'Single sign-on could not be linked. Please try again.' },
  })
