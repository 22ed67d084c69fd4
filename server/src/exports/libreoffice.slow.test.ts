import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCRIPT = 'xmlns:script="http://openoffice.org/2000/script"'
const LIBRARY = 'xmlns:library="http://openoffice.org/2000/library"'

/** Opens a workbook, writes texts into cells and saves it under another name. */
const MACRO = `Sub Edit(source, target, edits)
Dim options(0) As New com.sun.star.beans.PropertyValue
options(0).Name = "Hidden"
options(0).Value = True
book = StarDesktop.loadComponentFromURL(source, "_blank", 0, options())
parts = Split(edits, "|")
For n = 0 To UBound(parts) Step 2
book.Sheets.getByIndex(0).getCellRangeByName(parts(n)).String = parts(n + 1)
Next
options(0).Name = "FilterName"
options(0).Value = "Calc MS Excel 2007 XML"
book.storeToURL(target, options())
book.close(True)
End Sub`

const run = promisify(execFile)

async function openLibreOffice() {
  const home = temporaryFolder()
  const start = (argument: string) =>
    run('soffice', ['--headless', `-env:UserInstallation=${pathToFileURL(home)}`, argument], {
      timeout: 60_000,
    })
  // The first start would replace the macros.
  await start('--terminate_after_init')
  const folder = path.join(home, 'user/basic/Standard')
  await mkdir(folder, { recursive: true })
  await writeFile(
    path.join(folder, 'Edit.xba'),
    `${XML}<script:module ${SCRIPT} script:name="Edit" script:language="StarBasic">${MACRO.replaceAll('"', '&quot;')}</script:module>`,
  )
  await writeFile(
    path.join(folder, 'script.xlb'),
    `${XML}<library:library ${LIBRARY} library:name="Standard"><library:element library:name="Edit"/></library:library>`,
  )
  return async (bytes: Uint8Array, edits: Record<string, string>) => {
    const [source, target] = ['source', 'target'].map((name) => path.join(home, `${name}.xlsx`))
    await writeFile(source!, bytes)
    const edited = Object.entries(edits).flat().join('|')
    const files = [source!, target!].map((file) => `"${pathToFileURL(file)}"`).join()
    await start(`macro:///Standard.Edit.Edit(${files},"${edited}")`)
    return new File([await readFile(target!)], 'edited.xlsx')
  }
}

test('exactly the edits made in LibreOffice are shown', { timeout: 180_000 }, async () => {
  const app = await startTestApp()
  for (let n = 1; n <= 5; n++)
    await aClient(app.deps, { client_number: `000${n}`, phone_number: `0617555010${n}` })
  const edit = await openLibreOffice()
  const { rawPayload } = await app.app.inject({
    url: '/api/admin/export?format=xlsx',
    headers: { authorization: `Bearer ${app.token}` },
  })

  const untouched = await previewFile(app, await edit(rawPayload, {}))
  expect(untouched.body.counts).toMatchObject({ unchanged: 5, changed: 0, created: 0, rejected: 0 })

  const edits = { H3: 'Salem', J3: '01970', E4: '0212 555 0177', N5: 'confirmed' }
  const { body } = await previewFile(app, await edit(rawPayload, edits))
  expect(body.counts).toMatchObject({ unchanged: 3, changed: 2, created: 0, rejected: 0 })
  const { rows } = await rowsOf(app, body.previewId, 'kind=changed')
  expect(rows).toMatchObject([
    {
      row: 3,
      old: { city: 'Boston', zip_code: '02134' },
      cells: { city: 'Salem', zip_code: '01970' },
    },
    { row: 4, old: { phone_number: '06175550103' }, cells: { phone_number: '0212 555 0177' } },
  ])
  expect(rows.map(({ old }: { old: object }) => Object.keys(old).length)).toEqual([2, 1])
})
