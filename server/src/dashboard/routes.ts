import { getStats } from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { readStats } from './read-stats.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getStats, () => readStats(deps))
}
