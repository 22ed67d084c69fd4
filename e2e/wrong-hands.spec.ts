import { expect, type Page } from '@playwright/test'
import { type App, signIn, test, toast } from './app.ts'
import { CLIENT, openPlainLetter } from './letter.ts'
import { look } from './look.ts'

const clientNow = async (app: App) =>
  (await (await app.as('GET', '/api/admin/users/1')).json()) as Record<string, unknown>

const QUIET = 'This is not for you, or you answer for someone?'

/** Opens the choices that a client's link offers to other people. */
async function openWays(page: Page, app: App) {
  const address = await openPlainLetter(page, app)
  // A page that still loads may move under the pointer.
  await page.waitForLoadState()
  await page.getByRole('link', { name: QUIET }).click()
  await expect(page.getByRole('heading', { name: 'Please tell us what fits' })).toBeVisible()
  return address
}

test('stops mail after a stranger’s report until the office decides', {
  tag: ['@journey', '@pictures'],
}, async ({ page, app }) => {
  const address = await openWays(page, app)
  await expect(page.getByText(CLIENT.first_name)).toHaveCount(0)
  await look(page, 'not-for-me')
  await page.getByRole('link', { name: 'I am somebody else' }).click()
  await look(page, 'not-for-me-wrong-person')
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.getByRole('link', { name: 'I am somebody else' }).click()
  expect(await clientNow(app)).toMatchObject({ reported: null })
  for (let n = 0; n < 2; n++) {
    if (n === 0) await page.getByRole('button', { name: 'Yes, Stop Writing' }).click()
    else await page.reload()
    await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible()
  }
  await look(page, 'not-for-me-done')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Verification Link Invalid' })).toBeVisible()

  await signIn(page, app, '/rounds/1')
  const row = page.getByRole('row', { name: /Ana/ })
  await expect(row).toContainText('Wrong person')
  await look(page, 'round-wrong-hands')
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: 'Look at Them' }).click()
  await expect(page.getByTitle('Reported', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Ana/ }).click()
  const notice = page.getByRole('region', { name: 'Wrong Hands' })
  await expect(notice).toContainText(`said a reader of our email to ${CLIENT.email}.`)
  await expect(page.getByRole('button', { name: /^(Res|S)end Email$/ })).toHaveCount(0)
  await look(page, 'client-wrong-person')
  await notice.getByRole('button', { name: 'That Was a Mistake' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'That Was a Mistake' }).click()
  await expect(toast(page, 'Emails go again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await clientNow(app)).toMatchObject({ reported_as: null, status: 'pending' })
})

test('lets a helper answer for the client', { tag: '@pictures' }, async ({ page, app }) => {
  await openWays(page, app)
  await page.getByRole('link', { name: 'I help this person' }).click()
  await expect(page.getByRole('heading', { name: 'Are these details still right?' })).toBeFocused()
  await look(page, 'verify-helper')
  await page.getByLabel('I Made Changes').check()
  // The helper's browser would fill in the helper's own address.
  for (const label of ['Street', 'Zip code', 'Email'])
    await expect(page.getByLabel(label).first()).toHaveAttribute('autocomplete', 'off')
  await page.getByLabel('Information is Correct').check()
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await page.getByRole('link', { name: 'Enter your own name' }).click()
  await page.keyboard.type('Rosa Lee')
  await look(page, 'verify-helper-missing')
  await page.getByLabel('Who you are to them').fill('daughter')
  await page.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
  await signIn(page, app, '/user-management/1')
  await expect(page.getByText('Answered by link by Rosa Lee (daughter)')).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('reports a death in Spanish', async ({ page, app }) => {
    await openWays(page, app)
    await page.getByRole('link', { name: 'Español' }).click()
    await page.getByRole('link', { name: 'Esta persona murió' }).click()
    await page.getByLabel('Día de la muerte').fill('2099-01-31')
    await page.getByLabel('El nombre de usted').fill('Rosa Lee')
    await page.getByLabel('El teléfono de usted').fill('617-555-0188')
    await page.getByRole('button', { name: 'Avisar a la oficina' }).click()
    await expect(page.getByText('Elija un día que ya pasó, o deje el campo vacío')).toBeVisible()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByLabel('El nombre de usted')).toHaveValue('Rosa Lee')
    await page.getByLabel('Día de la muerte').fill('2026-01-31')
    await page.getByRole('button', { name: 'Avisar a la oficina' }).click()
    await expect(page.getByRole('heading', { name: 'Gracias por avisarnos' })).toBeVisible()
    expect(await clientNow(app)).toMatchObject({
      reported: { name: 'Rosa Lee', died_on: '2026-01-31' },
    })
  })

  test('saves a helper’s answer and names missing fields', async ({ page, app }) => {
    await openWays(page, app)
    await page.getByRole('link', { name: 'I help this person' }).click()
    await page.getByLabel('Your own name').fill('Rosa Lee')
    await page.getByLabel('Information is Correct').check()
    await page.getByRole('button', { name: 'Submit Verification' }).click()
    await expect(page.getByRole('link', { name: 'Enter who you are to this person' })).toBeVisible()
    await page.getByLabel('Who you are to them').fill('daughter')
    await page.getByRole('button', { name: 'Submit Verification' }).click()
    await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
  })
})

test('shows the person to call about a reported death', {
  tag: '@pictures',
}, async ({ page, app }) => {
  await openWays(page, app)
  await page.getByRole('link', { name: 'This person has died' }).click()
  await look(page, 'not-for-me-died')
  await page.getByLabel('Day of the death').fill('2099-01-31')
  await page.getByLabel('Your name').fill('Rosa Lee')
  await page.getByLabel('Your phone number').fill('617-555-0188')
  await page.getByRole('button', { name: 'Tell the Office' }).click()
  await expect(page.getByLabel('Day of the death')).toBeFocused()
  await look(page, 'not-for-me-died-wrong')
  await page.getByLabel('Day of the death').fill('')
  await page.getByRole('button', { name: 'Tell the Office' }).click()
  await expect(page.getByText('Our office will call you.')).toBeVisible()
  await signIn(page, app, '/rounds/1/calls')
  await expect(page.getByRole('link', { name: '(617) 555-0188' })).toBeVisible()
  await expect(page.getByText(/^Do not read them out/)).toBeVisible()
  await look(page, 'call-reported-deceased')
  // What the reporter says is no answer of the client.
  await expect(page.getByRole('button', { name: 'Record an Answer' })).toBeHidden()
  await page.keyboard.press('r')
  await page.getByRole('link', { name: 'Decide on the Record' }).click()
  await expect(page.getByRole('region', { name: 'Wrong Hands' })).toContainText(
    'Reported as deceased by Rosa Lee.',
  )
  await page.getByRole('button', { name: 'Do Not Ask' }).click()
  await page.getByLabel('Deceased').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Do Not Ask' }).click()
  await expect(page.getByText('Do not ask: Deceased.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Wrong Hands' })).toHaveCount(0)
})
