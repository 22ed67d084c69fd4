import { runOnServer } from './server-template.ts'

/** As when half a minute goes by: what dead processes had claimed may be claimed again. */
export async function expireLeases(databaseUrl: string): Promise<void> {
  const past = `lease_until = now() - interval '1 second'`
  await runOnServer(databaseUrl, `update imports set ${past} where state = 'running'`)
  await runOnServer(databaseUrl, `update messages set ${past} where state = 'sending'`)
}
