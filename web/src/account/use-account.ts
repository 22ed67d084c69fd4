import * as calls from '@attest/contract/account'
import { CallError } from '../lib/call.ts'
import { action, mayRetry, useAction } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { confirmedAction } from './confirm-identity.ts'

export const useAccount = () => useRead(calls.getAccount, { queryKey: ['account'] })

export const useSessions = () => useRead(calls.listSessions, {})

export const useChangeEmail = confirmedAction(calls.changeEmail, {
  success: ({ message }) => ({ title: 'Email sent', text: message }),
  failure: mayRetry('Email not changed', 'The email could not be changed.'),
})

export const useCancelEmailChange = action(calls.cancelEmailChange, {
  success: { title: 'Change canceled', text: 'Your email stays as it is.' },
  failure: mayRetry('Error', 'The change could not be canceled.'),
})

export const useChangePassword = (hadOne: boolean) => {
  const done = hadOne ? 'changed' : 'set'
  return useAction(calls.changePassword, {
    success: { title: `Password ${done}`, text: 'All your other sessions have ended.' },
    // The dialog shows the server's message at the field.
    failure: (error) =>
      error instanceof CallError && error.body.message
        ? null
        : mayRetry(`Password not ${done}`, `The password could not be ${done}.`),
  })
}

export const useRemoveFactor = confirmedAction(calls.removeFactor, {
  success: { title: 'Second factor removed' },
  failure: mayRetry('Not removed', 'The second factor could not be removed.'),
})

export const useMakeRecoveryCodes = confirmedAction(calls.makeRecoveryCodes, {
  success: { title: 'New recovery codes', text: 'The earlier ones no longer work.' },
  failure: mayRetry('Error', 'New recovery codes could not be made.'),
})

export const useEndSession = action(calls.endSession, {
  success: { title: 'Session ended' },
  failure: mayRetry('Error', 'The session could not be ended.'),
})

export const useEndOtherSessions = action(calls.endOtherSessions, {
  success: ({ ended }) => ({ title: 'Sessions ended', text: `${ended} in all.` }),
  failure: mayRetry('Error', 'The sessions could not be ended.'),
})

export const useUnlinkIdentity = confirmedAction(calls.unlinkIdentity, {
  success: { title: 'Single sign-on unlinked' },
  failure: mayRetry('Error', 'Single sign-on could not be unlinked.'),
})

export const useCompleteLinking = action(calls.completeLinking, {
  success: { title: 'Single sign-on linked' },
  failure: mayRetry('Not linked', 'Single sign-on could not be linked.'),
})
