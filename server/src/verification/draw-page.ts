import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../config.ts'
import { DIST, firmInPage, loadPage, scriptJson } from '../http/web.ts'

export interface Reply {
  status: number
  body: object
}

export interface Screen {
  at: string
  /** The reply to the wish for a new link. */
  told?: string
}

/** What web/src/verification/server.tsx exports. */
export interface ClientPage {
  setFirm(firm: object): void
  open(reply: Reply, changing?: boolean): Screen
  submit(
    values: Record<string, string>,
    post: (body: object) => Promise<Reply>,
  ): Promise<Screen | undefined>
  render(token: string, screen: Screen): { title: string; html: string }
}

const FILE = pathToFileURL(path.join(DIST, 'server/verify.js')).href

/** Loads the page's components, at the first client's visit. */
export async function openClientPage(config: Config) {
  const html = await loadPage('verify.html', config)
  let loading: Promise<ClientPage> | undefined
  const load = async () => {
    const page: ClientPage = await import(FILE)
    page.setFirm(firmInPage(config))
    return page
  }
  return {
    load: () => (loading ??= load()),
    /** The script goes on from `screen`. */
    draw(page: ClientPage, token: string, screen: Screen) {
      const drawn = page.render(token, screen)
      return html
        .replace(/<title>.*<\/title>/, () => `<title>${drawn.title}</title>`)
        .replace('<div id="root">', () => `<div id="root">${drawn.html}`)
        .replace('id="screen" type="application/json">', (start) => start + scriptJson(screen))
    },
  }
}
