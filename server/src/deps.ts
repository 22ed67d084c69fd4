import type { FastifyBaseLogger } from 'fastify'
import type { Disk } from 'flydrive'
import type { Config } from './config.ts'
import type { Pools } from './db/open.ts'
import type { CurrentMail } from './delivery/current-mail.ts'
import type { Sender } from './delivery/sender.ts'
import type { ExportSlots } from './exports/await-turn.ts'
import type { AccountMail } from './identity/account-mail.ts'
import type { Providers } from './identity/providers/providers.ts'
import type { Tokens } from './identity/sessions/tokens.ts'
import type { ImportRunner } from './imports/runner.ts'
import type { SheetReader } from './imports/sheet/sheet-reader.ts'

export interface Deps extends Pools {
  config: Config
  tokens: Tokens
  /** Key for sealing and signing; never shown or logged. */
  secretKey: string
  store: Disk
  accountMail: AccountMail
  providers: Providers
  /** Sends at once, without a ledger row. */
  mail: CurrentMail
  sender: Sender
  imports: ImportRunner
  sheets: SheetReader
  exportSlots: ExportSlots
  /** `untrusted`: a proxy whose callers count as one. */
  proxies: { untrusted?: string }
  now: () => Date
  log: FastifyBaseLogger
}

/** The parts that functions share. Only routes take all of `Deps`. */
export type Timed = Pick<Deps, 'db' | 'now'>
export type Basics = Timed & Pick<Deps, 'config'>
export type Bulk = Basics & Pick<Deps, 'bulkDb'>
export type Sending = Bulk & Pick<Deps, 'sender'>
export type SheetReading = Bulk & Pick<Deps, 'log' | 'secretKey' | 'sheets'>
export type Accounts = Timed & Pick<Deps, 'accountMail' | 'secretKey'>
export type Sessions = Basics & Pick<Deps, 'tokens'>
export type Identity = Accounts & Sessions
export type AtProvider = Accounts & Basics & Pick<Deps, 'log' | 'providers'>
