import path from 'node:path'

/** The project's folder, seen from `server/src` and from `server/dist`. */
export const PROJECT = path.resolve(import.meta.dirname, '../..')
