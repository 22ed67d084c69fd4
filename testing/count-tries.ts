import { network, pauseOf } from '../server/src/identity/throttle.ts'
import type { TestApp } from './start-test-app.ts'

/** Tries of an address without a pause. */
export const FREE_TRIES = 50

/** Counts tries for made-up accounts as sign-ins do, without hashing. */
export async function countTries(
  { deps: { db, now } }: Pick<TestApp, 'deps'>,
  times: number,
  address = '127.0.0.1',
): Promise<void> {
  for (let n = 0; n < times; n++) await pauseOf(db, 'address', network(address), now())
}
