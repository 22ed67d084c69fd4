import { readFile, rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, firmOf, type Logo, logoHash } from './config.ts'
import type { Db, Tx } from './db/schema.ts'
import { notFound, Refusal } from './http/errors.ts'
import { receiveForm, uploadsIn } from './http/files.ts'

const ADDRESS = '/firm-logo'

/** Changes with the logo, so that no browser shows the former one. */
export const logoAddress = ({ logo }: Pick<Config, 'logo'>): string | null =>
  logo ? `${ADDRESS}?v=${logo.hash.slice(0, 12)}` : null

export function serveLogo(app: FastifyInstance, config: Config): void {
  app.get(ADDRESS, { config: { access: 'page' } }, (_, reply) => {
    const { logo } = config
    if (!logo) return notFound('Logo')
    return reply.header('cache-control', 'max-age=3600').type(logo.type).send(logo.bytes)
  })
}

const CID = 'firm-logo'
/** Mail programs show these; none of them draws SVG. */
const IN_MAILS = ['image/png', 'image/jpeg', 'image/gif']

/** The firm's data for a letter, with the logo embedded in the email. */
export const letterFirm = (config: Config) => ({
  ...firmOf(config),
  embeddedLogo: config.logo && IN_MAILS.includes(config.logo.type) ? `cid:${CID}` : undefined,
})

export function logoAttachment({ logo }: Config, html: string) {
  if (!logo || !html.includes(`cid:${CID}`)) return []
  const { fileName: filename, bytes: content } = logo
  return [{ cid: CID, filename, content, contentDisposition: 'inline' as const }]
}

export type StoredLogo = Pick<Logo, 'type' | 'hash' | 'bytes'>

/** Accepted types by image-size's names. */
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg' }
const NOT_AN_IMAGE = 'The logo must be a PNG or a JPEG.'
const MAX_BYTES = 512 * 1024
const MAX_PIXELS = 2000

/** A PNG or a JPEG, by its content. @throws Refusal 400 */
async function checkedLogo(bytes: Buffer): Promise<StoredLogo> {
  const { type = '', width, height } = await sizeOf(bytes)
  const mime = TYPES[type]
  if (!mime) throw new Refusal(400, NOT_AN_IMAGE)
  if (Math.max(width, height) > MAX_PIXELS)
    throw new Refusal(
      400,
      `The image has ${width} × ${height} pixels. Use one of at most ${MAX_PIXELS} × ${MAX_PIXELS}.`,
    )
  return { type: mime, hash: logoHash(bytes), bytes }
}

async function sizeOf(bytes: Buffer) {
  const { imageSize } = await import('image-size')
  try {
    return imageSize(bytes)
  } catch {
    throw new Refusal(400, NOT_AN_IMAGE)
  }
}

export async function receiveLogo(request: Parameters<typeof receiveForm>[0], config: Config) {
  const limits = { maxBytes: MAX_BYTES, tooLarge: 'The logo must have at most 512 KB.' }
  const { file } = await receiveForm(request, uploadsIn(config), limits)
  if (!file) throw new Refusal(400, 'Please choose a file.')
  try {
    return await checkedLogo(await readFile(file.path))
  } finally {
    await rm(file.path, { force: true })
  }
}

export async function storeLogo(tx: Tx, logo: StoredLogo | null) {
  await tx.deleteFrom('firm_logo').execute()
  if (logo) await tx.insertInto('firm_logo').values(logo).execute()
}

export async function followLogo(db: Db | Tx, config: Config, hash: string | undefined) {
  if (config.setOnServer.has('FIRM_LOGO') || config.logo?.hash === hash) return
  const row = await db.selectFrom('firm_logo').selectAll().executeTakeFirst()
  const ending = row?.type === 'image/png' ? 'png' : 'jpg'
  config.logo = row && { ...row, fileName: `logo.${ending}` }
}
