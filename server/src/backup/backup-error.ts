import { CommandError } from '../command.ts'

/** One line that tells the operator why a backup or restore is impossible and what to do. */
export class BackupError extends CommandError {}

export const DAMAGED = 'This backup is damaged: it was altered or cut off. Use another one.'
