import { getCharts, getStats, liveEvents } from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { eventStream } from '../http/event-stream.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { LiveFeed } from './live-feed.ts'
import { readCharts } from './read-charts.ts'
import { readStats } from './read-stats.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const feed = new LiveFeed(deps)
  app.addHook('onClose', () => feed.close())
  mount(app, getStats, () => readStats(deps))
  mount(app, getCharts, () => readCharts(deps))
  mountRaw(app, liveEvents, async ({ admin }, reply) => {
    await feed.begin()
    feed.join(eventStream(reply), admin.sessionId)
  })
}
