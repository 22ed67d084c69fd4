import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLibreOffice } from '../../../../e2e/libreoffice.ts'
import { cellsIn, differences, exportOf } from '../../../../testing/case-systems/read-cells.ts'
import { answer, corrected } from '../../../../testing/corrected.ts'
import { change, importPreview, previewFile } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

test('changes only the answered cells that LibreOffice shows', { timeout: 180_000 }, async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'attest-office-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const opened = await openLibreOffice(home)
  const shown = async (bytes: Uint8Array) => cellsIn(await opened(bytes, {}))
  const app = await startTestApp()
  const file = await exportOf('practicepanther.xlsx')
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { accept: 'first_name' })
  await importPreview(app, previewId)
  await answer(app, 'PP-1', { last_name: '=HYPERLINK("http://x.example")', zip_code: '02135' })
  await answer(app, 'PP-2', { phone_number: '617-555-0192' })
  const before = await shown(new Uint8Array(await file.arrayBuffer()))
  const changed = differences(before, await shown((await corrected(app)).bytes))
  const inOwnColumns = Object.entries(changed).filter(([place]) => Number(place.split(',')[1]) < 14)
  expect(Object.fromEntries(inOwnColumns)).toEqual({
    '4,3': '=HYPERLINK("http://x.example"), Ada',
    '4,10': '02135',
    '5,5': '6175550192',
  })
})
