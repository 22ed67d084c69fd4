import type { AddressInfo } from 'node:net'
import { ConfigError } from './check-settings.ts'
import { openData } from './command.ts'
import { type Config, readConfig } from './config.ts'
import { openLog } from './log.ts'
import { linksLeadNowhere, mailWarnings } from './mail-warnings.ts'
import type { Server } from './open-server.ts'

/** Longer than calls and mails in flight take. Leases and transactions repair the rest. */
const CLOSE_LIMIT_MS = 20_000

// Only the owner may read clients' records.
process.umask(0o077)

try {
  const config = readConfig()
  // PostgreSQL starts while the product's modules are loaded.
  const database = openData(config)
  const { openServer } = await import('./open-server.ts')
  const server = await openServer(config, openLog(config.LOG_LEVEL), database)
  await server.listen()
  const firstAdmin = await server.firstAdmin()
  // Handles signals before the greeting, which one may follow at once.
  const close = closer(server)
  process.on('SIGINT', () => close(0)).on('SIGTERM', () => close(0))
  sayReady(server, config, firstAdmin)
  const lost = await server.failed
  console.error(`Attest stops: ${lost.message}`)
  // Exits as a failure, so that a supervisor restarts the product.
  close(1)
} catch (error) {
  console.error(error instanceof ConfigError ? `Attest cannot start: ${error.message}` : error)
  process.exit(1)
}

function sayReady(
  { app }: Server,
  config: Config,
  firstAdmin: Awaited<ReturnType<Server['firstAdmin']>>,
): void {
  const { PUBLIC_URL, PORT } = config
  const { port } = app.server.address() as AddressInfo
  const address = PORT === 0 ? `http://localhost:${port}` : PUBLIC_URL
  console.log(`\n  Attest is ready:  ${address}`)
  if (config.VERIFY_URL)
    console.log(`  Clients’ door:    ${config.VERIFY_URL}, port ${config.VERIFY_PORT}`)
  if (firstAdmin) {
    console.log(`  Sign in as:       ${firstAdmin.email}`)
    if (firstAdmin.password)
      console.log(`  Password:         ${firstAdmin.password}   (shown only this once)`)
  }
  sayMail(config)
  console.log('')
}

function sayMail(config: Config): void {
  const { SMTP_URL, DATA_DIR } = config
  const nowhere = linksLeadNowhere(config)
  if (!SMTP_URL) {
    console.log(
      `  Mail is not sent: it is written to ${DATA_DIR}/outbox. Set up a mail server in Settings`,
    )
  } else if (nowhere) console.log(`  No mail is sent. ${nowhere}`)
  for (const { setting, text } of mailWarnings(config))
    console.log(`  Warning: ${text} Set ${setting}`)
}

/** Closes once: Ctrl+C arrives twice, from the terminal and through npm. */
function closer(server: Server): (code: number) => void {
  let isClosing = false
  return (code) => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
    server.close().then(
      () => process.exit(code),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
}
