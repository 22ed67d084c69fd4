import { fsyncSync } from 'node:fs'
import { runThread } from './embedded-thread.ts'

await runThread(fsyncSync)
