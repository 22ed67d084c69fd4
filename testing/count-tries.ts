import { network, pauseOf } from '../server/src/identity/throttle.ts'
import type { TestApp } from './start-test-app.ts'

/** An address may fail so often without a pause. */
export const FREE_TRIES = 50

/** Counts tries for invented accounts like sign-ins do, but without hashing. */
export async function countTries(
  { deps: { db, now } }: Pick<TestApp, 'deps'>,
  times: number,
  address = '127.0.0.1',
): Promise<void> {
  for (let n = 0; n < times; n++) await pauseOf(db, 'address', network(address), now())
}
