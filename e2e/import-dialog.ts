import type { Page } from '@playwright/test'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip\n'

/** The client X1, X2 and so on as a line of CSV. */
export const line = (n: number) =>
  `X${n},Ann,Lee,ann${n}@example.com,617-555-0100,${n} Main St,Boston,MA,02134\n`

export const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('')

/** A CSV file. `text`: its rows, without the headers. */
export const csv = (text: string, { name = 'list.csv', headers = HEADERS } = {}) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(headers + text),
})

export async function openImport(page: Page) {
  await page
    .getByRole('button', { name: /^Import (Data|New File)$/ })
    .first()
    .click()
  return importDialog(page)
}

export function importDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Import User Data' })
  return {
    dialog,
    input: dialog.locator('input[type=file]'),
    only: dialog.getByRole('button', { name: /^Import Only/ }),
    email: dialog.getByRole('button', { name: /^Import & Email/ }),
    done: dialog.getByRole('button', { name: 'Done' }),
    tab: (name: string) => dialog.getByRole('tab', { name: new RegExp(`^${name} `) }),
    row: (n: number) =>
      dialog
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^(Row )?${n} ?\\D`) }) }),
  }
}
