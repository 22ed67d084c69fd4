import { expect } from '@playwright/test'
import { type App, test } from './app.ts'
import { openLetter, openPlainLetter } from './letter.ts'
import { look } from './look.ts'

const savedClient = async (app: App) =>
  (await (await app.as('GET', '/api/admin/users')).json()).users[0]

test('switches the language and keeps what was typed', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openLetter(page, app)
  await page.getByLabel('I Made Changes').check()
  await page.getByLabel('City').fill('Worcester')
  await page.getByLabel('Zip code').fill('12')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('link', { name: 'English' })).toBeFocused()
  await expect(page).toHaveTitle('Error: ¿Siguen correctos sus datos? · Harrow & Finch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByLabel('Ciudad')).toHaveValue('Worcester')
  await expect(page.getByRole('alert')).toContainText('Escriba un código postal de 5 cifras')
  await look(page, 'verify-spanish')
  await page.getByLabel('Código postal').fill('01608')
  await page.getByRole('button', { name: 'Enviar mi respuesta' }).click()
  await expect(page.getByText('Gracias por revisar sus datos.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Usted respondió el \d+ de \w+$/ })).toBeVisible()
  expect((await savedClient(app)).language).toBe('es')
})

test('opens in the client’s language, even after a visit in English', async ({ page, app }) => {
  const address = await openPlainLetter(page, app, { language: 'es' })
  await expect(page.getByRole('heading', { name: '¿Siguen correctos sus datos?' })).toBeFocused()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Are these details still right?' })).toBeVisible()
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect((await savedClient(app)).language).toBe('es')
})

test.describe('with Spanish as the browser’s language', () => {
  test.use({ locale: 'es-MX' })

  test('shows the page in Spanish at first', async ({ page, app }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.setViewportSize({ width: 390, height: 664 })
    await openPlainLetter(page, app)
    await expect(page.getByRole('heading', { name: '¿Siguen correctos sus datos?' })).toBeFocused()
    for (const answer of ['Nada ha cambiado.', 'Corrija abajo lo que cambió.'])
      await expect(page.getByText(answer)).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Hice cambios').check()
    await page.getByLabel('Vivo fuera de los Estados Unidos').check()
    await page.getByLabel('País').selectOption('Alemania')
    await page.getByLabel('Correo electrónico').fill('ana@gmial.com')
    await page.getByLabel('Otro teléfono').focus()
    await expect(page.getByText('¿Quiso decir ana@gmail.com?')).toBeVisible()
    expect(errors).toEqual([])
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('confirms in Spanish', async ({ page, app }) => {
    await openPlainLetter(page, app)
    await page.getByRole('link', { name: 'Español' }).click()
    await page.getByRole('link', { name: 'Cambiar dirección' }).click()
    await page.getByLabel('Ciudad').fill('Worcester')
    await page.getByLabel('Código postal').fill('12')
    const submit = page.getByRole('button', { name: 'Enviar mi respuesta' })
    await submit.click()
    await expect(page).toHaveTitle(/^Error: ¿Siguen/)
    await expect(page.getByRole('link', { name: /^Escriba un código postal/ })).toBeVisible()
    await page.getByLabel('Código postal').fill('01608')
    await submit.click()
    await expect(page.getByText('Gracias por revisar sus datos.')).toBeVisible()
    expect((await savedClient(app)).language).toBe('es')
  })
})
