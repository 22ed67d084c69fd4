import * as XLSX from '@e965/xlsx'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../server/src/db/schema.ts'
import { largestSheet } from './clients.ts'
import { measureDownload, memoryFigure } from './download.ts'
import { importQuietly } from './import.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import { type Figure, seconds } from './report.ts'

const MOST_MB = 80
const FORMATS = ['csv', 'xlsx'] as const
const SETTINGS = { IMPORT_MB: '20' }

async function asWorkbook(file: File): Promise<File> {
  const book = XLSX.read(await file.text(), { type: 'string', raw: true })
  const options = { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true } as const
  return new File([XLSX.write(book, options)], 'clients.xlsx')
}

/** Every tenth client of both imports has moved. */
async function answer(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into answers (client_id, client_number, name, at, via, result, old, new, recorded_at)
    select id, client_number, first_name, now(), 'link', 'updated', json_build_object('city', city), '{"city":"Salem"}', now()
    from clients where id % 10 = 0
  `.execute(db)
  await sql`update clients set city = 'Salem' where id % 10 = 0`.execute(db)
  await sql`analyze`.execute(db)
}

/** Corrects the largest CSV and the same rows as a workbook, against an export of them. */
export async function benchCorrected(): Promise<Figure[]> {
  const { file, rows } = largestSheet()
  const book = await asWorkbook(file)
  const folder = await newFolder()
  const first = await openProduct({ DATA_DIR: folder, ...SETTINGS })
  await importQuietly(first, file, rows)
  await importQuietly(first, book, 0)
  await first.stop()
  const bare = await openBareDatabase(folder)
  await answer(bare.bulkDb)
  await bare.close()

  const figures: Figure[] = []
  for (const format of FORMATS) {
    const product = await openProduct({ DATA_DIR: folder, ...SETTINGS })
    const { imports } = (await (await product.get('/api/admin/imports')).json()) as {
      imports: { importId: string; file_name: string }[]
    }
    const { importId } = imports.find(({ file_name }) => file_name.endsWith(format))!
    const theirs = await measureDownload(product, `/api/admin/export?format=${format}`)
    const ours = await measureDownload(product, `/api/admin/imports/${importId}/corrected`)
    await (format === 'csv' ? product.stop() : product.close())
    figures.push(
      {
        what: `corrected ${format.toUpperCase()} of ${rows.toLocaleString('en-US')} rows`,
        ours: seconds(ours.ms),
        yardstick: `${seconds(theirs.ms)} export of the same rows`,
        ratio: ours.ms / theirs.ms,
        promise: 'at most 2',
      },
      memoryFigure(ours.megabytes, MOST_MB),
    )
  }
  return figures
}
