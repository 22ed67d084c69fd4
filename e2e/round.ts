import type { Page } from '@playwright/test'
import { type App, insertClients } from './app.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Asks 60 clients. The test's mail server rejects 6 of the emails. */
export async function askClients(app: App): Promise<void> {
  await insertClients(app, 60)
  await app.as('POST', '/api/admin/bulk-send-emails', { statusFilter: 'all' })
}
