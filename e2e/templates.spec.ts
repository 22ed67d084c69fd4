import { expect, type Page } from '@playwright/test'
import {
  ADMIN,
  type App,
  endSession,
  giveCredentials,
  insertClients,
  signIn,
  test,
  toast,
} from './app.ts'
import { look } from './look.ts'

const letter = (page: Page) => page.frameLocator('iframe[title="Preview of the letter"]:visible')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openTemplate(page: Page, app: App, id = 'GeneralClients') {
  await signIn(page, app, `/email-templates/edit/${id}`)
  await expect(button(page, 'Update Template')).toBeVisible()
}

const stored = async (app: App, id: string) =>
  (await (await app.as('GET', `/api/admin/email-templates/${id}`)).json()) as {
    [name: string]: string
  }

test('creates a template from the default letter with an id by its name', {
  tag: '@phone',
}, async ({ page, app }) => {
  await signIn(page, app, '/email-templates')
  const card = page.getByRole('listitem').filter({ hasText: 'GeneralClients' })
  await expect(card).toContainText(/HTML size\s*\d KB/)
  await page.getByRole('link', { name: 'Create Template' }).click()
  await expect(page.getByLabel('Greeting')).toHaveValue(/Thank you/)
  await expect(page.getByLabel('Main Message')).toHaveValue(/estate planning documents safely/)
  await expect(page.getByLabel('Footer Message')).toHaveValue(/originals shipped/)
  await page.getByLabel('Template Name').fill('Spring  Letter (2026)')
  await expect(page.getByLabel('Template ID')).toHaveValue('spring-letter-2026')
  await page.getByLabel('Template ID').fill('spring')
  await page.getByLabel('Template Name').fill('Spring Letter')
  await expect(page.getByLabel('Template ID')).toHaveValue('spring')
  await button(page, 'Save Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  await expect(page).toHaveURL(/\/email-templates\/edit\/spring$/)
  await expect(page.getByLabel('Template ID')).toHaveAttribute('readonly')
  await page.getByRole('link', { name: 'Back to Templates' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Spring Letter' })).toBeVisible()
})

test('reports invalid template fields at the field', async ({ page, app }) => {
  await signIn(page, app, '/email-templates/create')
  await button(page, 'Save Template').click()
  await expect(page.getByText('Template name is required')).toBeVisible()
  await expect(page.getByLabel('Template Name')).toBeFocused()
  await page.getByLabel('Template Name').fill('Mine')
  await page.getByLabel('Template ID').fill('BigClients')
  await button(page, 'Save Template').click()
  await expect(page.getByLabel('Template ID')).toHaveAccessibleDescription(
    /Template ID BigClients is already taken\./,
  )
  await page.getByLabel('Template ID').fill('mine')
  await page.getByLabel('Greeting').fill('Dear {{firstname}},')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await expect(page.getByLabel('Greeting')).toBeHidden()
  await button(page, 'Save Template').click()
  await expect(page.getByLabel('Greeting')).toBeFocused()
  await expect(page.getByLabel('Greeting')).toHaveAccessibleDescription(
    'Unknown placeholder {{firstname}}',
  )
})

test('clears and restores the address label and button by the type', async ({ page, app }) => {
  await openTemplate(page, app)
  const verification = page.getByLabel(/^Address Verification Template/)
  const general = page.getByLabel(/^General Email Template/)
  await expect(verification).toBeChecked()
  await expect(letter(page).getByRole('link', { name: 'Confirm My Address' })).toBeVisible()
  await page.getByLabel('Button Text').fill('Yes, this is right')
  await general.check()
  await expect(page.getByLabel('Address Label')).toHaveValue('')
  await expect(page.getByLabel('Button Text')).toHaveValue('')
  await expect(letter(page).getByRole('link', { name: 'Yes, this is right' })).toHaveCount(0)
  await expect(letter(page).getByRole('link', { name: /verify/ })).toHaveCount(0)
  await verification.check()
  await expect(page.getByLabel('Address Label')).toHaveValue('Current Address:')
  await expect(page.getByLabel('Button Text')).toHaveValue('Confirm My Address')
  await page.getByLabel('Button Text').fill('')
  await expect(general).toBeChecked()
})

test('inserts a placeholder at the cursor of the last field', async ({ page, app }) => {
  await openTemplate(page, app)
  const subject = page.getByLabel('Subject')
  await subject.fill('For you')
  await subject.press('Home')
  for (const _ of 'For ') await subject.press('ArrowRight')
  await button(page, 'Insert Placeholder').click()
  await page.getByRole('menuitem', { name: /^last_name/ }).click()
  await expect(subject).toHaveValue('For {{last_name}}you')
  await expect(subject).toBeFocused()
  await page.keyboard.type(', ')
  await expect(subject).toHaveValue('For {{last_name}}, you')
  await expect(page.getByText('For Whitfield, you')).toBeVisible()
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  const text = page.getByRole('textbox', { name: 'Plain Text' })
  await text.press('Control+End')
  await button(page, 'Insert Placeholder').press('Enter')
  await expect(page.getByRole('menuitem', { name: /^first_name/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/\{\{first_name\}\}$/)
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(/already have for us\.$/)
})

test('previews exactly the email that arrives', {
  tag: '@phone',
}, async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByLabel('Greeting').fill('Good day <b>{{first_name}}</b> & family,')
  await expect(letter(page).getByText('Good day <b>Eleanor</b> & family,')).toBeVisible()
  await button(page, 'Test Email').click()
  const dialog = page.getByRole('dialog', { name: 'Test Email' })
  // At once: it does not come while another address is typed.
  expect(await dialog.getByLabel('Test Address').inputValue()).toBe(ADMIN.email)
  await dialog.getByLabel('Test Address').fill('')
  await expect(dialog.getByRole('button', { name: 'Send Test' })).toBeDisabled()
  await dialog.getByLabel('Test Address').fill('nobody')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Test Address').fill('me@example.com')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect(toast(page, 'Test email written to the outbox')).toBeVisible()

  const [mail] = await app.outbox()
  const frame = page.locator('iframe[title="Preview of the letter"]:visible')
  const shown = (await frame.getAttribute('srcdoc'))!.replace('<base target="_blank">', '')
  expect(mail!.html!.replaceAll('\r\n', '\n').trim()).toBe(shown.trim())
  await page.getByText('Plain text', { exact: true }).click()
  const text = await page.locator('pre').textContent()
  expect(mail!.text!.replaceAll('\r\n', '\n').trim()).toBe(text!.trim())
  expect((await stored(app, 'GeneralClients')).greeting).toContain('Thank you')
})

test('edits, previews and tests the Spanish letter', {
  tag: ['@phone', '@pictures'],
}, async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByRole('tab', { name: 'Spanish' }).click()
  await expect(letter(page).getByText('El enlace sirve hasta el 30 de abril')).toBeVisible()
  const spanish = page.getByRole('tabpanel', { name: 'Spanish' })
  await spanish.getByLabel('Greeting').fill('Buenos días, {{first_name}}:')
  await spanish.getByLabel('Button Text').fill('')
  await expect(letter(page).getByText('Buenos días, Eleanor:')).toBeVisible()
  await look(page, 'template-spanish')
  await page.getByRole('tab', { name: 'Content Fields' }).click()
  await button(page, 'Update Template').click()
  await expect(spanish.getByText('Needed, as in the English letter')).toBeVisible()
  await expect(spanish.getByLabel('Button Text')).toBeFocused()
  await spanish.getByLabel('Button Text').fill('Confirmar')
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  await button(page, 'Test Email').click()
  const dialog = page.getByRole('dialog', { name: 'Test Email' })
  await expect(dialog.getByText('Sends the Spanish letter')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect.poll(async () => (await app.outbox())[0]?.text).toContain('Buenos días, Eleanor:')
})

test('runs nothing in the preview, and its links lead nowhere', async ({ page, app, context }) => {
  await openTemplate(page, app)
  const frame = page.locator('iframe[title="Preview of the letter"]:visible')
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(frame).toHaveJSProperty('clientWidth', 600)
  await letter(page).getByRole('link', { name: 'Confirm My Address' }).click()
  await expect(letter(page).getByText('Eleanor Whitfield', { exact: false }).first()).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  await page.getByText('Phone', { exact: true }).click()
  await expect(frame).toHaveJSProperty('clientWidth', 375)
  await page.getByLabel('Greeting').fill('One')
  await page.getByLabel('Greeting').fill('Two')
  await expect(letter(page).getByText('Two')).toBeVisible()
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  // Not one step of the browser's Back for every letter typed.
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('derives the plain text from the fields until it is edited', async ({ page, app }) => {
  await openTemplate(page, app)
  const text = page.getByRole('textbox', { name: 'Plain Text' })
  await page.getByLabel('Greeting').fill('Good evening,')
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await expect(text).toHaveValue(/^Good evening,/)
  await expect(text).toHaveAttribute('rows', '30')
  await text.fill('')
  await expect(text).toHaveValue('')
  await text.fill('By hand')
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  expect((await stored(app, 'GeneralClients')).textContent).toBe('By hand')
  await page.reload()
  await page.getByRole('tab', { name: 'Plain Text' }).click()
  await expect(text).toHaveValue('By hand')
  await button(page, 'Make it from the content fields again').click()
  await expect(text).toHaveValue(/^Good evening,/)
})

test('keeps each save as a version and restores an old one', async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByLabel('Greeting').fill('Second greeting,')
  await button(page, 'Update Template').click()
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions.getByRole('listitem').first()).toContainText(ADMIN.email)
  await page.getByRole('button', { name: 'View version 1' }).click()
  const old = page.frameLocator('iframe[title="The letter of version 1"]')
  await expect(old.getByText('Thank you for trusting us')).toBeVisible()
  await button(page, 'Restore this version').click()
  await expect(page.getByLabel('Greeting')).toHaveValue(/Thank you/)
  await page.getByRole('link', { name: 'Back to Templates' }).click()
  await button(page, 'Keep editing').click()
  await button(page, 'Update Template').click()
  await expect(versions.getByRole('listitem')).toHaveCount(3)
})

test('restores no version while the template is being saved', async ({ page, app }) => {
  await openTemplate(page, app)
  const saving = Promise.withResolvers<void>()
  await page.route('**/email-templates/GeneralClients', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await page.getByLabel('Greeting').fill('Second greeting,')
  await button(page, 'Update Template').click()
  await page.getByRole('button', { name: 'View version 1' }).click()
  const restore = button(page, 'Restore this version')
  await expect(restore).toHaveAttribute('aria-disabled', 'true')
  saving.resolve()
  await expect(restore).not.toHaveAttribute('aria-disabled', 'true')
  await restore.click()
  await expect(page.getByLabel('Greeting')).toHaveValue(/Thank you/)
})

test('shows another’s changes at a late save and loses nothing', async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByLabel('Greeting').fill('My greeting,')
  const theirs = { ...(await stored(app, 'GeneralClients')), signature: 'Theirs,' }
  await app.as('PUT', '/api/admin/email-templates/GeneralClients', theirs)
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Save failed')).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this template' })
  await expect(notice).toContainText('Theirs,')
  await expect(page.getByLabel('Signature')).toHaveValue('Theirs,')
  await expect(page.getByLabel('Greeting')).toHaveValue('My greeting,')
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(await stored(app, 'GeneralClients')).toMatchObject({
    greeting: 'My greeting,',
    signature: 'Theirs,',
  })
})

test('restores a template’s text after the next sign-in', async ({ page, app }) => {
  await openTemplate(page, app)
  await page.getByLabel('Greeting').fill('Not saved yet,')
  await endSession(page)
  await button(page, 'Update Template').click()
  await expect(page.getByRole('alert')).toContainText('Your session has ended.')
  await giveCredentials(page)
  await expect(page.getByLabel('Greeting')).toHaveValue('Not saved yet,')
  await button(page, 'Update Template').click()
  await expect(toast(page, 'Template saved')).toBeVisible()
})

test('offers to move the clients of a template before it is deleted', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await insertClients(app)
  await app.as('PUT', '/api/admin/users/1', { group_template: 'BigClients' })
  await openTemplate(page, app, 'BigClients')
  await button(page, 'Delete').click()
  await button(page, 'Delete Template').click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Big Clients”' })
  await expect(dialog).toContainText('1 client uses this template.')
  const choice = dialog.getByLabel('New Template')
  await expect(choice.getByRole('option')).toHaveText(['General Clients', 'Dismissing Clients'])
  await look(page, 'template-move-clients')
  await choice.selectOption('General Clients')
  await dialog.getByRole('button', { name: 'Move and Delete' }).click()
  await expect(toast(page, 'Template deleted')).toBeVisible()
  await expect(page).toHaveURL(/email-templates$/)
  const moved = await (await app.as('GET', '/api/admin/users/1')).json()
  expect(moved.group_template).toBe('GeneralClients')
})

test('deletes an unused template', { tag: '@phone' }, async ({ page, app }) => {
  await openTemplate(page, app, 'DismissingClients')
  await button(page, 'Delete').click()
  await button(page, 'Delete Template').click()
  await expect(toast(page, 'Template deleted')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Dismissing' })).toBeHidden()
  await page.goto(`${app.url}/email-templates/edit/DismissingClients`)
  await expect(page.getByText('There is no such template')).toBeVisible()
})

test('leads to a group’s reminder, which cannot be deleted alone', async ({ page, app }) => {
  await signIn(page, app, '/email-templates')
  await page.getByRole('link', { name: 'Edit reminder of General Clients' }).click()
  await expect(page).toHaveURL(/\/edit\/GeneralClients-reminder$/)
  await expect(button(page, 'Update Template')).toBeVisible()
  await expect(button(page, 'Delete')).toHaveCount(0)
})
