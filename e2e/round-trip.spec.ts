import { mkdir, readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addClient, signIn, test } from './app.ts'
import { openImport } from './import-dialog.ts'
import { openLibreOffice } from './libreoffice.ts'

async function exportWorkbook(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as XLSX' }).click()
  return readFile(await (await saving).path())
}

test(
  'shows exactly the edits that LibreOffice saved',
  {
    tag: '@slow',
  },
  async ({ page, app }, info) => {
    test.setTimeout(180_000)
    for (let n = 1; n <= 5; n++)
      await addClient(app, n, { client_number: `000${n}`, phone_number: `617555010${n}` })
    await signIn(page, app, '/user-management')
    const workbook = await exportWorkbook(page)
    const home = info.outputPath('libreoffice')
    await mkdir(home, { recursive: true })
    const edit = await openLibreOffice(home)
    const choose = async (edits: Record<string, string>) => {
      const { input, ...rest } = await openImport(page)
      const buffer = await edit(workbook, edits)
      await input.setInputFiles({ name: 'edited.xlsx', mimeType: '', buffer })
      return rest
    }

    const untouched = await choose({})
    await expect(untouched.tab('All Rows')).toHaveText('All Rows 5')
    await expect(untouched.tab('Unchanged')).toHaveText('Unchanged 5')
    await untouched.dialog.getByRole('button', { name: 'Cancel' }).click()

    const { tab, row } = await choose({ H3: 'Salem', J3: '01970', E4: '212 555 0177', N5: 'x' })
    await expect(tab('Unchanged')).toHaveText('Unchanged 3')
    await tab('Changed').click()
    await expect(row(3).getByRole('deletion')).toHaveText(['Before: Boston', 'Before: 02134'])
    await expect(row(3)).toContainText('Salem')
    await expect(row(3)).toContainText('01970')
    await expect(row(4).getByRole('deletion')).toHaveText(['Before: (617) 555-0103'])
    await expect(row(4)).toContainText('(212) 555-0177')
  },
)
