import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** Where the bytes of attachments lie: a folder beside the database. */
export const openStore = ({ DATA_DIR }: Config): Disk =>
  new Disk(new FSDriver({ location: path.join(DATA_DIR, 'files'), visibility: 'private' }))
