import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Email } from 'postal-mime'
import type { App } from './app.ts'

/** Waits for a mail about an account. */
export async function mailTo({ accountMails }: App, to: string, subject: string): Promise<Email> {
  let found: Email | undefined
  await expect(async () => {
    const mails = await accountMails()
    found = mails.find((mail) => mail.subject?.startsWith(subject) && mail.to?.[0]?.address === to)
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

/** The path of the link in a mail about an account. */
export const accountLinkIn = (mail: Email): string => /\/link#[\w-]+/.exec(mail.text ?? '')![0]

export const sixDigitsIn = (mail: Email): string => /\b\d{6}\b/.exec(mail.text ?? '')![0]

/** The authenticator app's code now or `steps` half minutes from now; each works once. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** On the account page, sets up an authenticator app by hand, up to its recovery codes. */
export async function beginApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Add Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Verify Code' }).click()
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { secret, recoveryCodes: await codes.getByRole('listitem').allInnerTexts() }
}

/** Like `beginApp`, and confirms that the codes are kept. */
export async function addApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secondFactor = await beginApp(page)
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await codes.getByLabel('I have kept these codes in a safe place').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  return secondFactor
}

/** Errors in the browser's console from now on. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}

/** Enters the code at the second step. */
export async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByPlaceholder('Enter 6-digit code').fill(code)
  await page.keyboard.press('Enter')
}
