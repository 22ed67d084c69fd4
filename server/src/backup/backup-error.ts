/** Why a backup or a restore is impossible: one line that tells the person at the keyboard what to do. */
export class BackupError extends Error {}

export const DAMAGED = 'This backup is damaged: it was altered or cut off. Use another one.'
