import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import type { App } from './app.ts'

/**
 * Starts a proxy that reads the whole call and waits. Then it forwards and answers, forwards and hangs up, or drops the
 * call.
 */
export async function openSlowServer(page: Page, { url }: App, path: string) {
  const gate = Promise.withResolvers<'answer' | 'hang up' | 'drop'>()
  const relay = createServer(async (request, response) => {
    const body = await buffer(request)
    const outcome = await gate.promise
    const { authorization = '', 'content-type': type = '', prefer = '' } = request.headers
    const headers = { authorization, 'content-type': type, prefer: String(prefer) }
    if (outcome === 'drop') return request.socket.destroy()
    const answer = await fetch(url + request.url, { method: 'POST', headers, body })
    if (outcome === 'hang up') request.socket.destroy()
    else response.writeHead(answer.status).end(await answer.text())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  await page.route(path, (route) => {
    const { pathname } = new URL(route.request().url())
    const there = `http://127.0.0.1:${port}${pathname}`
    return route.continue(route.request().method() === 'POST' ? { url: there } : {})
  })
  return { end: gate.resolve, close: () => relay.close() }
}
