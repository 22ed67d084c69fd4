import { parentPort } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'

const rows: string[][] = []

parentPort!.on('message', (message: string[][] | 'end') => {
  if (message !== 'end') return void rows.push(...message)
  const sheet = utils.aoa_to_sheet(rows, { dense: true })
  sheet['!cols'] = rows[0]!.map((head) => ({ wch: Math.max(14, head.length + 2) }))
  const book = utils.book_new(sheet, 'Clients')
  parentPort!.postMessage(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
})
