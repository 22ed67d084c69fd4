import { once } from 'node:events'
import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Deps } from '../../deps.ts'
import type { ClientRecord } from './read-record.ts'
import { recordPdf } from './record-pdf.ts'

/** Zips the client's files, then `record.pdf` and `record.json`, which name unreadable files. */
export function recordZip(
  deps: Pick<Deps, 'config' | 'log' | 'store'>,
  record: ClientRecord,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  let current: Readable | undefined
  // A pipe passes on neither an error nor a closed reader.
  output.once('close', () => current?.destroy())
  const add = (content: Readable, name: string) => {
    current = output.destroyed ? content.destroy() : content
    zip.addReadStream(content, name)
    return finished(content)
  }
  const open = async (key: string) => {
    const bytes = await deps.store.getStream(key)
    await once(bytes, 'readable')
    return bytes
  }
  const fill = async () => {
    for (const file of record.files) {
      const bytes = await open(file.key).catch((error) => deps.log.warn(error, 'file not readable'))
      if (bytes) await add(bytes, file.path)
      else file.missing = true
    }
    await add(await recordPdf(record, deps.config.logo), 'record.pdf')
    await add(Readable.from(recordJson(record)), 'record.json')
    zip.end()
  }
  fill().catch((error) => output.destroy(error))
  return output
}

async function* recordJson({ known: _, story, files, ...facts }: ClientRecord) {
  const described = files.map(({ key: _, ...file }) => file)
  let before = `${JSON.stringify({ ...facts, files: described }).slice(0, -1)},"timeline":[`
  for await (const entries of story()) {
    for (const entry of entries) {
      yield before + JSON.stringify(entry)
      before = ',\n'
    }
  }
  yield before === ',\n' ? ']}' : `${before}]}`
}
