import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCRIPT = 'xmlns:script="http://openoffice.org/2000/script"'
const LIBRARY = 'xmlns:library="http://openoffice.org/2000/library"'

/** A macro that opens a workbook, writes texts into cells and saves it under another name. */
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

/** @param home an empty folder for its settings and files */
export async function openLibreOffice(home: string) {
  const start = (argument: string) =>
    run('soffice', ['--headless', `-env:UserInstallation=${pathToFileURL(home)}`, argument], {
      timeout: 60_000,
    })
  // LibreOffice's first start would replace the macros, so it comes before them.
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
  /** Lets LibreOffice write these texts into cells and returns the saved workbook. */
  return async (bytes: Uint8Array, edits: Record<string, string>): Promise<Buffer> => {
    const [source, target] = ['source', 'target'].map((name) => path.join(home, `${name}.xlsx`))
    await writeFile(source!, bytes)
    const edited = Object.entries(edits).flat().join('|')
    const files = [source!, target!].map((file) => `"${pathToFileURL(file)}"`).join()
    await start(`macro:///Standard.Edit.Edit(${files},"${edited}")`)
    return readFile(target!)
  }
}
