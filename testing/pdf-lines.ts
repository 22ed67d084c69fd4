import { inflateSync } from 'node:zlib'

interface PdfLine {
  page: number
  size: number
  colour: string
  text: string
}

/** The lines of a PDF that pdfkit wrote, in order. */
export function pdfLines(pdf: Buffer): PdfLine[] {
  const found = pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  const objects = new Map([...found].map(([, id, body]) => [id!, body!]))
  const fonts = new Map<string, string[]>()
  for (const body of objects.values())
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)
      if (unicode) fonts.set(name!, charactersOf(streamOf(objects.get(unicode[1]!)!)))
    }
  const form = [...objects.values()].find((body) => body.includes('/Subtype /Form')) ?? ''
  const [, name, glyphs] = /\/(F\d+) \S+ Tf (<.*?>)/.exec(streamOf(form)) ?? []
  const total = name ? textOf(glyphs!, fonts.get(name)!) : ''
  return [...objects.values()]
    .map(streamOf)
    .filter((stream) => /^BT$/m.test(stream))
    .flatMap((stream, index) =>
      linesOf(stream.replaceAll(TOTAL, `(${total}) Tj`), index + 1, fonts),
    )
}

/** The command that draws the number of pages, which is a separate object. */
const TOTAL = /^.*\/Total Do Q$/gm

const textOf = (command: string, font: string[]): string =>
  [...command.matchAll(/<(.*?)>/g)]
    .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    .map((glyph) => font[Number.parseInt(glyph, 16)])
    .join('')

function streamOf(body: string): string {
  const stream = /\/FlateDecode[\s\S]*?stream\n([\s\S]*)\nendstream/.exec(body)
  return stream ? inflateSync(Buffer.from(stream[1]!, 'latin1')).toString('latin1') : ''
}

/** The character of each glyph. */
const charactersOf = (unicodeMap: string): string[] =>
  [...unicodeMap.matchAll(/\[(.*?)\]/g)].flatMap(([, range]) =>
    [...range!.matchAll(/<(.*?)>/g)].map(([, hex]) =>
      String.fromCharCode(
        ...(hex!.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)),
      ),
    ),
  )

function linesOf(stream: string, page: number, fonts: Map<string, string[]>): PdfLine[] {
  let colour = ''
  let font: string[] = []
  let size = 0
  return stream.split('\n').flatMap((command) => {
    if (command.endsWith(' scn')) colour = command
    const [, name, points] = /^\/(F\d+) (\S+) Tf$/.exec(command) ?? []
    if (name) [font, size] = [fonts.get(name)!, Number(points)]
    if (!/ T[jJ]$/.test(command)) return []
    const text = /^\((.*)\) Tj$/.exec(command)?.[1] ?? textOf(command, font)
    return [{ page, size, colour, text }]
  })
}
