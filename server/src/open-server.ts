import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, buildClientDoor } from './app.ts'
import { removeFiles } from './attachments/remove-files.ts'
import { backUpIfDue } from './backup/nightly-backup.ts'
import { emptyTrash } from './clients/restore-clients.ts'
import { CommandError } from './command.ts'
import type { Config } from './config.ts'
import { isUpToDate, migrate } from './db/migrate.ts'
import type { OpeningDatabase, Pools } from './db/open.ts'
import { CurrentMail } from './delivery/current-mail.ts'
import type { Mail } from './delivery/mail.ts'
import { removeOriginals } from './delivery/mailbox/mail-events.ts'
import { followMailbox } from './delivery/mailbox/mailbox.ts'
import { accountMailFolder, openOutbox } from './delivery/outbox.ts'
import { Sender } from './delivery/sender.ts'
import type { Deps } from './deps.ts'
import { sealAndCheck } from './evidence/check-seals.ts'
import { newExportSlots } from './exports/await-turn.ts'
import { openStore } from './files/store.ts'
import { AccountMail } from './identity/account-mail.ts'
import { ensureFirstAdmin } from './identity/administrators/operator.ts'
import { Providers } from './identity/providers/providers.ts'
import { prune } from './identity/prune.ts'
import { openTokens } from './identity/sessions/tokens.ts'
import { ImportRunner } from './imports/runner.ts'
import { SheetReader } from './imports/sheet/sheet-reader.ts'
import { sweepUploads } from './imports/uploads.ts'
import { HOUR_MS, MINUTE_MS } from './local-time.ts'
import { endMailings } from './mailings/cancel-mailing.ts'
import { sendDueReminder } from './mailings/reminders.ts'
import { startDueRound } from './mailings/start-round.ts'
import { repeat } from './repeat.ts'
import { loadSecretKey } from './secret-key.ts'
import { applySettings, followSettings, noteMailServer } from './settings.ts'

const CALLS_LIMIT_MS = 10_000

const SECOND_MS = 1000

export type Server = Awaited<ReturnType<typeof openServer>>

/** Closes the database with the server, or if the server cannot be opened. */
export async function openServer(
  config: Config,
  log: FastifyBaseLogger,
  { opened, ...pools }: OpeningDatabase,
) {
  try {
    const updated = opened.then(() => update(pools, log))
    // Awaited only once the routes are mounted: an earlier rejection would end the process with a stack.
    updated.catch(() => {})
    const product = await assemble(config, log, pools, { opened, updated })
    const database = await opened
    /** Makes the first administrator. Call it last: the password is shown only once. */
    const firstAdmin = () => ensureFirstAdmin(database.db, config)
    const listen = async () => {
      await listenAt(product.app, config, 'PORT')
      if (product.clientDoor) await listenAt(product.clientDoor, config, 'VERIFY_PORT')
      await product.start()
    }
    const close = async () => {
      await product.stop()
      await database.close()
    }
    return { ...product, firstAdmin, failed: database.failed, listen, close }
  } catch (error) {
    await opened.then(
      (database) => database.close(),
      () => {},
    )
    throw error
  }
}

async function update({ db, bulkDb }: Pools, log: FastifyBaseLogger): Promise<void> {
  if (await isUpToDate(db)) return
  await migrate(bulkDb).catch((error: Error) => {
    log.fatal(error, 'the database cannot be brought up to date')
    throw error
  })
}

interface AssembleOptions {
  now?: () => Date
  /** Resolves when the database is open, `updated` when it is migrated. The routes are mounted meanwhile. */
  opened?: Promise<unknown>
  updated?: Promise<void>
}

export async function assemble(
  config: Config,
  log: FastifyBaseLogger,
  pools: Pools,
  { now = () => new Date(), opened, updated = Promise.resolve() }: AssembleOptions = {},
) {
  const secretKey = await loadSecretKey(config.SECRET_KEY, config.DATA_DIR, opened)
  const tokens = openTokens(pools.db, secretKey, {
    issuer: `${config.PUBLIC_URL}/auth/v1`,
    keptDays: config.SESSION_DAYS,
  })
  const store = await openStore(config)
  const mail = await CurrentMail.open(config, log)
  const aside = await openOutbox(config, accountMailFolder(config))
  const accountMail = new AccountMail({ mail, aside, config, log })
  const sender = new Sender({ ...pools, mail, config, now, log })
  const imports = new ImportRunner({ ...pools, config, sender, now, log })
  const providers = new Providers(config)
  const shared = { ...pools, config, tokens, secretKey, mail, accountMail, providers, now, log }
  const limits = { sheets: new SheetReader(), exportSlots: newExportSlots() }
  const deps: Deps = { ...shared, ...limits, store, sender, imports, proxies: {} }
  const [app, clientDoor] = await Promise.all([
    buildApp(deps),
    config.VERIFY_PORT === undefined ? undefined : buildClientDoor(deps),
    updated.then(() => Promise.all([tokens.loadKeys(now()), applySettings(deps)])),
  ])
  await mail.follow()
  if (config.SMTP_URL) await noteMailServer(pools.db)
  // Set only now, since the settings at the start are no change.
  mail.onChange = () => sender.onMailChanged()
  const doors = clientDoor ? [app, clientDoor] : [app]
  return { app, clientDoor, deps, ...atWork(doors, deps, mail) }
}

function atWork(doors: FastifyInstance[], deps: Deps, mail: Mail) {
  const { sender, imports, accountMail } = deps
  let endChores = async () => {}
  return {
    /** Resumes an earlier process's work and begins new work. */
    async start() {
      await Promise.all([sender.start(), imports.start()])
      endChores = startChores(deps)
    },
    /** Ends batches, mails and calls in parallel, so that none waits for a slow one. */
    async stop() {
      const choresEnded = endChores()
      const callsEnded = Promise.all(doors.map(endCalls)).then(() =>
        Promise.all([imports.stop(), accountMail.close()]),
      )
      await Promise.all([sender.stop(), imports.stop(), callsEnded])
      await mail.close()
      await choresEnded
    },
  }
}

/** Returns the function that ends the chores. */
export function startChores(deps: Deps): () => Promise<void> {
  type Work = (deps: Deps, stopped: AbortSignal) => Promise<void>
  const every = (everyMs: number, failure: string, work: Work, more = {}) =>
    repeat({ everyMs, work: (stopped) => work(deps, stopped), failure, log: deps.log, ...more })
  const atOnce = { atOnce: true }
  const chores = [
    every(MINUTE_MS, 'files cannot be removed', removeFiles),
    every(HOUR_MS, 'uploads cannot be swept', sweepUploads, atOnce),
    every(HOUR_MS, 'expired rows cannot be removed', prune),
    every(HOUR_MS, 'the trash cannot be emptied', emptyTrash),
    every(30 * SECOND_MS, 'finished mailings cannot be ended', endMailings, atOnce),
    every(MINUTE_MS, 'the mailbox cannot be followed', followMailbox),
    every(HOUR_MS, 'originals of returned mail cannot be removed', removeOriginals),
    every(HOUR_MS, 'the history cannot be sealed', sealAndCheck),
    every(MINUTE_MS, 'a nightly backup cannot be made', backUpIfDue, atOnce),
    every(20 * SECOND_MS, 'reminders cannot be sent', sendDueReminder),
    every(20 * SECOND_MS, 'a planned round cannot start', startDueRound),
    every(2 * SECOND_MS, 'settings cannot be read', followSettings),
  ]
  return async () => {
    await Promise.all(chores.map((end) => end()))
  }
}

async function endCalls(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), CALLS_LIMIT_MS)
  await app.close().finally(() => clearTimeout(cutOff))
}

async function listenAt(door: FastifyInstance, config: Config, setting: 'PORT' | 'VERIFY_PORT') {
  const { HOST: host, [setting]: port = 0 } = config
  await door.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(whyNotListening(error, `${setting} ${port}`, host), { cause: error })
  })
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, port: string, host: string) {
  if (code === 'EADDRINUSE') return `${port} is in use by another program.`
  if (code === 'EACCES') return `${port} needs rights this user does not have.`
  return `HOST ${host} with ${port} cannot be listened on: ${message}`
}
