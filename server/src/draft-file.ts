import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'

/** Identifies this process: another one may get its number later. */
const OWNER = `${process.pid}.${Math.round(performance.timeOrigin)}.${hostname()}`

/** A new name for a file that only this process uses, and removes. */
export const draftFile = (folder: string, ending: string) =>
  path.join(folder, `draft.${OWNER}.${randomUUID()}${ending}`)

const DRAFT = /^draft\.((\d+)\.\d+\.(.+))\.[\w-]{36}\./

/** Whether the process that made the draft died. Unknown, so false, for processes of other machines. */
export function isAbandoned(name: string): boolean {
  const [, owner, pid, host] = DRAFT.exec(name) ?? []
  if (host !== hostname() || owner === OWNER) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
