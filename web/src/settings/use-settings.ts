import { getSettings, type Settings, saveFirm } from '@attest/contract/settings'
import type { QueryClient } from '@tanstack/react-query'
import { changeFirm } from '../lib/firm.ts'
import { action, unlessAtField } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

const KEY = ['settings']

export const useSettings = () => useRead(getSettings, { queryKey: KEY })

export const useSaveFirm = action(saveFirm, {
  refreshes: ['settings', 'stats', 'templates'],
  reads: () => KEY,
  renews: takeFirm,
  success: { title: 'Saved', text: 'Letters and the clients’ page show it from now on.' },
  failure: unlessAtField({ title: 'Not saved', text: 'The settings could not be saved.' }),
})

/** This page shows the new name at once, too. */
function takeFirm(queries: QueryClient) {
  const settings = queries.getQueryData<Settings>(KEY)
  if (!settings) return
  const { name, phone } = settings.firm
  changeFirm({ name: name.value ?? '', isNamed: name.setBy !== 'default', phone: phone.value })
}
