import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { signIn, test } from './app.ts'
import { openImport } from './import-dialog.ts'

const FIXTURES = path.resolve(import.meta.dirname, '../testing/sheets')

test('imports its sample, and a workbook’s hidden rows on demand', async ({ page, app }) => {
  await signIn(page, app, '/user-management')
  const { dialog, input, only } = await openImport(page)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download a Sample Sheet' }).click()
  const download = await saved
  const buffer = await readFile(await download.path())
  await input.setInputFiles({ name: download.suggestedFilename(), mimeType: 'text/csv', buffer })
  await expect(only).toHaveText('Import Only (1)')

  await test.step('offers to leave out what a workbook hides', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await openImport(page)
    await input.setInputFiles(path.join(FIXTURES, 'shapes.xlsx'))
    await expect(only).toHaveText('Import Only (3)')
    const hidden = dialog.getByLabel(
      'Include 1 hidden or crossed-out row and 1 hidden column of the sheet',
    )
    await expect(hidden).toBeChecked()
    await hidden.click()
    await expect(only).toHaveText('Import Only (2)')
    await hidden.click()
    await only.click()
    await expect(dialog.getByText('No emails were sent.')).toBeVisible()
  })
})
