// @module-tag heavy
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  aTask,
  aWorkbook,
  endless,
  hostile,
  readHostile,
} from '../../../../testing/sheets/hostile-sheets.ts'
import { ANA, HEADERS, readBytes } from '../../../../testing/sheets/sheets.ts'
import { saidBySheet } from './do-not-email.ts'
import { SheetReader } from './sheet-reader.ts'

const MB = 1024 * 1024

describe('a hostile sheet', () => {
  test('with one long text in every cell gives short cells', async () => {
    const { rows, totalRows } = await readHostile('crash.xlsx', await hostile('crash.xlsx'))
    expect(totalRows).toBe(500)
    const longest = Math.max(
      ...rows.flatMap(({ cells }) => Object.values(cells as Record<string, string>)).map(lengthOf),
    )
    expect(longest).toBe(1000)
  })

  test.each(['crash-html.xls', 'colhuge.xlsx'])(
    'with a cell beyond the last one is rejected: %s',
    async (name) => {
      await expect(readHostile(name, await hostile(name))).rejects.toThrow(/beyond XFD1048576/)
    },
  )

  test('that takes too long is rejected', async () => {
    const reading = readHostile('list.xls', endless(), 1000)
    await expect(reading).rejects.toThrow(/takes too long to read/)
  })

  test('with more text than a list has is rejected', async () => {
    const cells = HEADERS.split(',').map(() => '<c t="s"><v>0</v></c>')
    const book = await aWorkbook(`<row>${cells.join('')}</row>`.repeat(15_000), 'x'.repeat(1000))
    await expect(readHostile('long.xlsx', book)).rejects.toThrow(/too much text/)
  })

  test('with a name that a pattern could read in many ways is read at once', () => {
    expect(saidBySheet(`mail'${'-mail-'.repeat(60)}x`)).toBeUndefined()
  })

  test('stops being read when the server dies', async () => {
    const task = await aTask('list.xls', endless())
    const reader = path.join(import.meta.dirname, 'sheet-reader.ts')
    const code = `import { runSheetProcess } from ${JSON.stringify(reader)}
      runSheetProcess(${JSON.stringify(task)})`
    const server = spawn(process.execPath, ['--input-type=module', '-e', code])
    onTestFinished(() => void server.kill('SIGKILL'))
    const children = `/proc/${server.pid}/task/${server.pid}/children`
    const reading = () => readFileSync(children, 'utf8').trim()
    await expect.poll(reading).not.toBe('')
    const pid = Number(reading())
    server.kill('SIGKILL')
    await once(server, 'exit')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

const lengthOf = ({ length }: string) => length

/** False for a zombie, which is dead but not yet reaped. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

describe('a sheet', () => {
  test('is read up to its 500th column', async () => {
    const wide = (text: string) => `${text}${','.repeat(500 - 9)},x`
    const { notRead } = await readBytes('list.csv', [wide(HEADERS), wide(ANA)].join('\n'))
    expect(notRead.headers).toEqual([])
    const narrow = [`${HEADERS},Remarks`, `${ANA},x`].join('\n')
    expect((await readBytes('list.csv', narrow)).notRead.headers).toEqual(['Remarks'])
  })

  test('with headers of a million brackets is matched at once', async () => {
    const headers = HEADERS.split(',').map((header) => `${header} ${'('.repeat(MB)}`)
    const { rows } = await readBytes('list.csv', `${headers.join(',')}\n${ANA}`)
    expect(rows).toHaveLength(1)
  })

  test('keeps a huge formula text as text', async () => {
    const { rows } = await readBytes('list.csv', `${HEADERS}\n="${'x'.repeat(9 * MB)}`)
    expect(rows[0]?.cells.client_number).toMatch(/^="x{998}$/)
  })
})

describe('the reader', () => {
  test('refuses a file when ten others wait or are read', async () => {
    const reader = new SheetReader()
    const task = await aTask('a.csv', '')
    const readings = Array.from({ length: 11 }, () => reader.read(task))
    const results = await Promise.allSettled(readings)
    const reasons = results.map((result) => result.status === 'rejected' && String(result.reason))
    expect(reasons.filter((reason) => String(reason).includes('Too many files'))).toHaveLength(1)
  })
})
