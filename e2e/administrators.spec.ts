import { expect, type Page } from '@playwright/test'
import { accountLinkIn, addApp, mailTo } from './accounts.ts'
import { ADMIN, type App, giveCredentials, signIn, test } from './app.ts'

const COLLEAGUE = { email: 'colleague@example.com', password: 'winter harbour lantern' }

async function invite(page: Page, app: App): Promise<string> {
  await signIn(page, app, '/administrators')
  await page.getByRole('button', { name: 'Invite Administrator' }).click()
  await page.getByLabel('Email').fill(COLLEAGUE.email)
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  const link = accountLinkIn(await mailTo(app, COLLEAGUE.email, 'You are invited'))
  await passOn(page, link)
  await expect(rowOf(page)).toContainText('Invited')
  return link
}

/** Without a mail server, a dialog shows the link to the inviting administrator. */
async function passOn(page: Page, link: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Pass the link on' })
  await expect(dialog).toContainText(link)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
}

const rowOf = (page: Page) => page.getByRole('row', { name: COLLEAGUE.email })

/** Chooses from the colleague's menu and confirms the question. */
async function choose(page: Page, deed: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${COLLEAGUE.email}` }).click()
  await page.getByRole('menuitem', { name: deed }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(words)
  await question.getByRole('button', { name: deed }).click()
  await expect(question).toBeHidden()
}

async function accept(page: Page, app: App, link: string): Promise<void> {
  await page.goto(app.url + link)
  await expect(page.getByText(`as ${COLLEAGUE.email}.`)).toBeVisible()
  await page.getByLabel('New password').fill(COLLEAGUE.password)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await giveCredentials(page, COLLEAGUE)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('invites, switches off, switches on and removes an administrator', {}, async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(80_000)
  const link = await invite(page, app)
  await page.getByRole('button', { name: 'Invite Administrator' }).click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This address already has an account.',
  )
  await page.keyboard.press('Escape')

  const theirs = await (await browser.newContext()).newPage()
  await accept(theirs, app, link)
  await theirs.goto(`${app.url}/account`)
  await addApp(theirs)
  await page.reload()
  await expect(rowOf(page)).toContainText('Active')
  await expect(page.getByRole('button', { name: `Actions for ${ADMIN.email}` })).toHaveCount(0)

  await choose(page, 'Reset Second Factor', 'an email reports the change')
  await mailTo(app, COLLEAGUE.email, 'Two-factor authentication was switched off')
  await theirs.goto(`${app.url}/login`)
  await giveCredentials(theirs, COLLEAGUE)
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await choose(page, 'Switch Off', 'signed out everywhere at once')
  await expect(rowOf(page)).toContainText('Switched off')
  await theirs.getByRole('link', { name: /^Clients/ }).click()
  await expect(theirs.getByText('Your session has ended.')).toBeVisible()
  await giveCredentials(theirs, COLLEAGUE)
  await expect(theirs.getByText('This account is switched off.').first()).toBeVisible()
  await choose(page, 'Switch On', 'can sign in again')
  await giveCredentials(theirs, COLLEAGUE)
  await expect(theirs).toHaveURL(/\/user-management$/)

  await choose(page, 'Remove', 'stays on record')
  await expect(rowOf(page)).toHaveCount(0)
  await theirs.getByRole('link', { name: 'Dashboard' }).click()
  await expect(theirs.getByText('Your session has ended.')).toBeVisible()
})

test('sends an invitation again and withdraws it, also by keyboard', async ({
  page,
  app,
  browser,
}) => {
  const first = await invite(page, app)

  await test.step('opens the menu by keyboard and returns the focus', async () => {
    const dots = page.getByRole('button', { name: `Actions for ${COLLEAGUE.email}` })
    await dots.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Send Again' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    // The first press may close the invitation's toast instead.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(dots).toBeFocused()
  })

  await choose(page, 'Send Again', 'works for 7 days')
  let links: string[] = []
  await expect(async () => {
    links = (await app.accountMails()).map(accountLinkIn).filter((link) => link !== first)
    expect(links).toHaveLength(1)
  }).toPass()
  await passOn(page, links[0]!)
  const theirs = await (await browser.newContext()).newPage()
  for (const link of [first, links[0]]) {
    await theirs.goto(app.url + link)
    await expect(theirs.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  }
  await choose(page, 'Withdraw Invitation', 'no longer works')
  await expect(rowOf(page)).toHaveCount(0)
  await theirs.getByLabel('New password').fill(COLLEAGUE.password)
  await theirs.getByRole('button', { name: 'Set Password' }).click()
  await expect(theirs.getByText('This link is invalid or has expired.')).toBeVisible()
})
