import path from 'node:path'

/** The project's folder, from `server/src` as well as from `server/dist`. */
export const PROJECT = path.resolve(import.meta.dirname, '../..')
