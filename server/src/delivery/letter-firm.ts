import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, firmOf } from '../config.ts'

const LOGO = 'firm-logo'
/** Formats that mail programs show; none of them draws SVG. */
const SHOWN = /\.(png|jpe?g|gif)$/i

const logoFile = ({ FIRM_LOGO }: Config) =>
  FIRM_LOGO && SHOWN.test(FIRM_LOGO) ? FIRM_LOGO : undefined

/** The firm as its letters show it, with the logo from the email itself. */
export const letterFirm = (config: Config) => ({
  ...firmOf(config),
  embeddedLogo: logoFile(config) && `cid:${LOGO}`,
})

export function embedLogo(config: Config) {
  const file = logoFile(config)
  const content = file && readFileSync(file)
  return ({ html }: { html: string }) =>
    content && html.includes(`cid:${LOGO}`)
      ? [
          {
            cid: LOGO,
            filename: path.basename(file),
            content,
            contentDisposition: 'inline' as const,
          },
        ]
      : []
}
