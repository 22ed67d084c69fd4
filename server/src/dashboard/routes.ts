import * as calls from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import { openedAt } from '../address-check.ts'
import { backupProblem } from '../backup/nightly-backup.ts'
import { findRestoredCopy } from '../backup/queries.ts'
import type { Config } from '../config.ts'
import { readState } from '../delivery/mailbox/mailbox-state.ts'
import type { Basics, Deps, Sending } from '../deps.ts'
import { sealProblem } from '../evidence/check-seals.ts'
import { changesCursor } from '../history/queries.ts'
import { type EventStream, eventStream } from '../http/event-stream.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { listStillAdmitted } from '../identity/guard.ts'
import { lastEffectiveImport } from '../imports/queries.ts'
import { addDays, localDay, startOfDay, startOfToday } from '../local-time.ts'
import { mailWarnings } from '../mail-warnings.ts'
import { faultOfLastMailing, lastMailingAt, lastRequestAt } from '../mailings/queries.ts'
import { countAnswersIn, countCorrectionsSince, isAnyLinkOpened } from '../records/answers.ts'
import { countByState, countDisputed, countReported, readCounts } from '../records/clients.ts'
import { countToReview } from '../records/reviews.ts'
import { repeat } from '../repeat.ts'
import { countHeldRounds, roundsCursor } from '../rounds/queries.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const feed = new LiveFeed(deps)
  app.addHook('onClose', () => feed.close())
  mount(app, calls.getStats, () => readStats(deps))
  mount(app, calls.getCharts, () => readCharts(deps))
  mountRaw(app, calls.liveEvents, async ({ admin }, reply) => {
    await feed.begin()
    feed.join(eventStream(reply), admin.sessionId)
  })
}

async function readStats(deps: Sending & Pick<Deps, 'proxies'>): Promise<calls.Stats> {
  const { db, config, now, sender } = deps
  const { pending, confirmed, updated } = await readCounts(db)
  const totalUsers = pending + confirmed + updated
  const lastImport = await lastEffectiveImport(db)
  const before = lastImport?.clients_before ?? 0
  const mailbox = await readState(deps)
  const midnight = startOfToday(now(), config.TIME_ZONE).toISOString()
  return {
    totalUsers,
    confirmed,
    updated,
    pending,
    disputed: await countDisputed(db),
    reported: await countReported(db),
    toReview: await countToReview(db),
    heldRounds: await countHeldRounds(db, now()),
    confirmationRate: calls.shareOf(confirmed, totalUsers),
    todayUpdates: await countCorrectionsSince(db, midnight),
    growthSinceLastImport: before === 0 ? null : Math.round((100 * (totalUsers - before)) / before),
    clientsSinceLastImport: before === 0 ? null : totalUsers - before,
    lastMailingAt: await lastMailingAt(db),
    mail: {
      provider: sender.provider,
      problem: sender.problem,
      paused: sender.waitsForResume,
      warnings: warningsOf(config, ['MAIL_FROM', 'TIME_ZONE']),
      untried: sender.provider !== 'outbox' && !(await isTried(deps)),
      lastMailing: await faultOfLastMailing(db, now()),
      mailbox: mailbox?.lasts ? mailbox.problem : null,
    },
    setup: warningsOf(config, ['PUBLIC_URL', 'VERIFY_URL'])[0] ?? proxyFault(deps),
    restored: (await findRestoredCopy(db)) ?? null,
    backupProblem: await backupProblem(deps),
    backupMissing: !config.BACKUP_DIR,
    sealProblem: await sealProblem(deps),
  }
}

async function readCharts({ db, config, now }: Basics): Promise<calls.Charts> {
  const since = await lastRequestAt(db)
  const states = await countByState(db)
  if (since === null) return { since, days: [], states }
  const names = daysBetween(new Date(since), now(), config.TIME_ZONE).slice(-calls.MOST_DAYS)
  const [, ...later] = names.map((day) => startOfDay(day, config.TIME_ZONE).toISOString())
  // Counts older answers on the first day, so that the totals are right.
  const answered = await countAnswersIn(db, [since, ...later])
  const days = names.map((day) => ({ day, confirmed: 0, updated: 0 }))
  for (const { span, confirmed, updated } of answered) {
    // No day matches if a process whose clock is ahead made the mailing.
    Object.assign(days[span] ?? {}, { confirmed, updated })
  }
  return { since, days, states }
}

const warningsOf = (config: Config, settings: (keyof Config)[]) =>
  mailWarnings(config).flatMap(({ setting, text }) => (settings.includes(setting) ? text : []))

/** Whether a client or the link of a test email has shown that links lead here. */
const isTried = async (deps: Basics) =>
  (await openedAt(deps)) !== null || (await isAnyLinkOpened(deps.db))

const proxyFault = ({ proxies: { untrusted } }: Pick<Deps, 'proxies'>) =>
  untrusted
    ? `If ${untrusted} is your proxy, set TRUST_PROXY=on. Until then all its callers count as one, and many at once are refused.`
    : null

function daysBetween(from: Date, to: Date, timeZone: string): string[] {
  const last = localDay(to, timeZone)
  const days: string[] = []
  for (let day = localDay(from, timeZone); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const POLL_EVERY_MS = 1_000

type Watched = Pick<Deps, 'db' | 'log' | 'sender' | 'config' | 'now'>

/** One poll a second serves all open dashboards, rounds and call screens, and sees changes by other processes. */
class LiveFeed {
  readonly #deps: Watched
  /** The open streams, each with its session. */
  readonly #streams = new Map<EventStream, string>()
  #newest: string | undefined
  #endPolling: (() => Promise<void>) | undefined
  #ended: Promise<void> | undefined
  #sentAt = 0

  constructor(deps: Watched) {
    this.#deps = deps
  }

  /** Awaited before a stream opens: the page reads earlier changes, and the stream sends later ones. */
  async begin(): Promise<void> {
    if (this.#newest === undefined) await this.#poll()
  }

  join(stream: EventStream, sessionId: string): void {
    if (stream.gone.aborted) return
    this.#streams.set(stream, sessionId)
    this.#endPolling ??= repeat({
      everyMs: POLL_EVERY_MS,
      work: () => this.#poll(),
      failure: 'changes cannot be polled',
      log: this.#deps.log,
    })
    stream.gone.addEventListener('abort', () => this.#leave(stream))
    // Shows the reader that the stream is open.
    stream.send({ type: 'heartbeat' } satisfies calls.LiveEvent)
  }

  async close(): Promise<void> {
    await (this.#endPolling?.() ?? this.#ended)
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#ended = this.#endPolling?.()
    this.#endPolling = undefined
    this.#newest = undefined
  }

  async #poll(): Promise<void> {
    const { db, sender, config, now } = this.#deps
    const today = localDay(now(), config.TIME_ZONE)
    const mailed = await lastMailingAt(db)
    const cursors = `${await changesCursor(db)} ${await roundsCursor(db)}`
    const newest = `${cursors} ${mailed} ${today} ${sender.problem ?? ''}`
    if (this.#newest !== undefined && newest !== this.#newest) await this.#send('changed')
    else if (performance.now() - this.#sentAt > calls.HEARTBEAT_MS) await this.#send('heartbeat')
    this.#newest = newest
  }

  async #send(type: calls.LiveEvent['type']): Promise<void> {
    this.#sentAt = performance.now()
    const open = [...this.#streams]
    const sessionIds = open.map(([, sessionId]) => sessionId)
    const admitted = await listStillAdmitted(this.#deps, sessionIds)
    for (const [stream, sessionId] of open) {
      if (stream.gone.aborted) continue
      if (admitted.has(sessionId)) stream.send({ type })
      else stream.end()
    }
  }
}
