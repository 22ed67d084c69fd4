import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { addClient, type House, signIn, tells, test } from './house.ts'

const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }

/** Stands before the house: takes an upload whole and answers when told, as with a slow bucket. */
async function aSlowStore(page: Page, { url }: House) {
  const gate = Promise.withResolvers<'answer' | 'hang up'>()
  const relay = createServer(async (request, response) => {
    const body = await buffer(request)
    const outcome = await gate.promise
    const { authorization = '', 'content-type': type = '' } = request.headers
    const headers = { authorization, 'content-type': type }
    const answer = await fetch(url + request.url, { method: 'POST', headers, body })
    if (outcome === 'hang up') request.socket.destroy()
    else response.writeHead(answer.status).end(await answer.text())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  await page.route('**/attachments', (route) => {
    const { pathname } = new URL(route.request().url())
    const there = `http://127.0.0.1:${port}${pathname}`
    return route.continue(route.request().method() === 'POST' ? { url: there } : {})
  })
  return { end: gate.resolve, close: () => relay.close() }
}

/** Sends a note up to where the server is saving it. */
async function uploadNote(page: Page, house: House) {
  const id = await addClient(house, 1)
  await signIn(page, house)
  await page.goto(`${house.url}/user-management/${id}?tab=files`)
  await page.clock.install()
  await page.getByRole('button', { name: 'Add File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  await dialog.locator('input[type=file]').setInputFiles(NOTE)
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(dialog.getByText('Saving...')).toBeVisible()
  return dialog
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')

test('a file that is saved only long after its last byte is uploaded, once', async ({
  page,
  house,
}) => {
  const store = await aSlowStore(page, house)
  const dialog = await uploadNote(page, house)
  await page.clock.runFor(20_000)
  await expect(dialog.getByText('Saving...')).toBeVisible()
  store.end('answer')
  await tells(page, 'File uploaded successfully note.txt')
  await expect(dialog).toBeHidden()
  await expect(files(page)).toHaveCount(1)
  store.close()
})

test('a file that is being saved cannot be called back, and is kept when the dialog is left', async ({
  page,
  house,
}) => {
  const store = await aSlowStore(page, house)
  const dialog = await uploadNote(page, house)
  const cancel = dialog.getByRole('button', { name: 'Cancel the upload of note.txt' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  store.end('answer')
  await tells(page, 'File uploaded successfully note.txt')
  await expect(files(page)).toHaveCount(1)
  store.close()
})

test('of a file whose answer is lost it is said that it may have been kept', async ({
  page,
  house,
}) => {
  const store = await aSlowStore(page, house)
  const dialog = await uploadNote(page, house)
  store.end('hang up')
  await expect(dialog.getByRole('listitem')).toContainText('the file may have been kept')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard files' }).click()
  await expect(files(page)).toHaveCount(1)
  store.close()
})
