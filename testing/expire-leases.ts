import { runOnServer } from './server-template.ts'

/** Expires the claims of dead processes, as half a minute would. */
export async function expireLeases(databaseUrl: string): Promise<void> {
  const past = `lease_until = now() - interval '1 second'`
  await runOnServer(databaseUrl, `update imports set ${past} where state in ('running', 'undoing')`)
  await runOnServer(databaseUrl, `update messages set ${past} where state = 'sending'`)
}
