import * as calls from '@attest/contract/settings'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { confirmedAction } from '../account/confirm-identity.ts'
import { CallError } from '../lib/call.ts'
import { changeFirm } from '../lib/firm.ts'
import { toast } from '../lib/toast.ts'
import { upload } from '../lib/upload.ts'
import { action, unlessAtField, useSingleMutation } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

const KEY = ['settings']

export const useSettings = () => useRead(calls.getSettings, { queryKey: KEY })

const notSaved = unlessAtField({ title: 'Not saved', text: 'The settings could not be saved.' })

const saving = {
  refreshes: ['settings', 'stats', 'templates'],
  reads: () => KEY,
  failure: notSaved,
}

export const useSaveFirm = action(calls.saveFirm, {
  ...saving,
  renews: takeFirm,
  success: { title: 'Saved', text: 'Letters and the clients’ page show it from now on.' },
})

export const useRemoveLogo = action(calls.removeLogo, {
  ...saving,
  renews: takeFirm,
  success: { title: 'Removed', text: 'Your clients see the firm’s initial.' },
})

const LOGO_MS = 15_000

export function useSaveLogo() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('file', file)
      const signal = new AbortController().signal
      return upload(calls.saveLogo, form, { signal, answerMs: LOGO_MS, onProgress: () => {} })
    },
    onSuccess: (settings) => {
      queries.setQueryData(KEY, settings)
      takeFirm(queries)
      toast({ title: 'Saved', text: 'Letters and the clients’ page show the logo from now on.' })
    },
  })
}

export const useSaveEmail = confirmedAction(calls.saveEmail, {
  ...saving,
  success: { title: 'Saved', text: 'Letters leave this way from now on.' },
  failure: (error) => (isRefusedByServer(error) ? null : notSaved(error)),
})

/** The form, not a toast, shows a mail server's message. */
const isRefusedByServer = (error: Error) =>
  error instanceof CallError && error.body.code === 'mail_check_failed'

export const useSaveMailbox = confirmedAction(calls.saveMailbox, {
  ...saving,
  success: { title: 'Saved', text: 'The mailbox is read within a minute.' },
  failure: (error) => (isRefusedByServer(error) ? null : notSaved(error)),
})

export const useTestMailbox = confirmedAction(calls.testMailbox, {
  refreshes: [],
  failure: () => null,
})

export const useSaveLinks = action(calls.saveLinks, {
  ...saving,
  renews: takeRounds,
  success: { title: 'Saved', text: 'New letters and rounds follow it from now on.' },
})

export const useSaveSecurity = confirmedAction(calls.saveSecurity, {
  ...saving,
  success: { title: 'Saved', text: 'The security settings apply now.' },
})

export const useNewMetricsToken = confirmedAction(calls.newMetricsToken, {
  refreshes: ['settings'],
  failure: { title: 'No token', text: 'The token could not be made.' },
})

export const useRemoveMetricsToken = confirmedAction(calls.removeMetricsToken, {
  refreshes: ['settings'],
  success: { title: 'Removed', text: 'Nobody can read the metrics.' },
  failure: { title: 'Not removed', text: 'The token could not be removed.' },
})

export const useTestEmail = confirmedAction(calls.testEmailSettings, {
  refreshes: [],
  failure: () => null,
})

function takeFirm(queries: QueryClient) {
  const settings = queries.getQueryData<calls.Settings>(KEY)
  if (!settings) return
  const { name, phone, logo } = settings.firm
  const isNamed = name.setBy !== 'default'
  changeFirm({ name: name.value ?? '', isNamed, phone: phone.value, logo: logo.value })
}

function takeRounds(queries: QueryClient) {
  const links = queries.getQueryData<calls.Settings>(KEY)?.links
  if (!links) return
  const { days, roundDays, reminders } = links
  const reminderDays = reminders.value === 'none' ? [] : (reminders.value ?? '').split(', ')
  changeFirm({
    linkDays: Number(days.value),
    roundDays: Number(roundDays.value),
    reminderDays: reminderDays.map(Number),
  })
}
