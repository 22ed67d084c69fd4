import { expect, type Page } from '@playwright/test'
import { type App, signIn } from './app.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function openTemplate(page: Page, app: App, id = 'GeneralClients') {
  await signIn(page, app, `/email-templates/edit/${id}`)
  await expect(button(page, 'Update Template')).toBeVisible()
}

export const storedTemplate = async (app: App, id: string) =>
  (await (await app.as('GET', `/api/admin/email-templates/${id}`)).json()) as {
    [name: string]: string
  }
