/** All numbers differ: a lock that is held for long would block another use of its number. */
export const ADVISORY_LOCKS = {
  bulkWriters: 4127,
  administrators: 4128,
  files: 4129,
  nightlyBackup: 4130,
  /** Its holder ends the server. The lock ends with the connection, and so with the process. */
  serverOwner: 4131,
} as const
