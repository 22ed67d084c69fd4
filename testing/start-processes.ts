import { onTestFinished } from 'vitest'
import { processSettings } from './process-settings.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { startProcess } from './start-process.ts'

export const CONNECTIONS = 5
/** Slow, so that hundreds of mails take seconds. */
const SLOW_MS = 20

/** Starts the product. `open` starts more processes with its database and mail server. */
export async function startProcesses() {
  const sink = await openSmtpSink({ slow: SLOW_MS })
  onTestFinished(() => sink.close())
  const settings = {
    ...(await processSettings()),
    SMTP_URL: sink.url,
    MAIL_CONNECTIONS: String(CONNECTIONS),
    SECRET_KEY: 'a secret key that is only used in tests',
  }
  const open = async () => {
    const server = await startProcess(settings)
    onTestFinished(() => server.kill())
    return server
  }
  return { sink, settings, open, server: await open() }
}
