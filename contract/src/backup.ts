import { endpoint } from './endpoint.ts'

/** Starts emails and nightly backups of a restored copy. A second call changes nothing. */
export const resume = endpoint('POST /api/admin/resume', {})
