import { isSameAddress } from '@attest/contract/fields'
import type { Selectable } from 'kysely'
import type { ClientRow } from '../db/schema.ts'
import { DAY_MS } from '../local-time.ts'
import { CONFIRM_DAYS } from '../records/links.ts'

type Row = Selectable<ClientRow>
export type Mail = Pick<Row, 'mail_to' | 'mail_to_by'>
type Before = Pick<Row, 'email' | 'confirm_by'> & Mail

type Act =
  /** The office writes an email: by an edit, a new client or a sheet. Repeating the stored one changes nothing. */
  | { by: 'office'; email: string }
  /** The office has spoken with the client: the email is right, whoever wrote it. */
  | { by: 'call'; email: string }
  /** The client answers by link. Only the reader of a mailbox can prove that it is theirs. */
  | { by: 'link'; email: string; at: string }
  /** The reader of the email has confirmed it. */
  | { by: 'confirmation' }
  /** An undo or the end of a dispute: mail goes where it went before, whatever was confirmed since. */
  | { by: 'return'; email: string; mail: Mail; at: string }

/**
 * The address that mail goes to after an act on the client's email. No other code decides it, and every act that
 * writes an email calls this (the table checks that). Mail only goes where the office or the mailbox's reader said.
 * `confirm_by` is set while `email` waits for its confirmation.
 */
export function routeMail(before: Before, act: Act): Mail & Pick<Row, 'confirm_by'> {
  switch (act.by) {
    case 'office':
      return isSameAddress(act.email, before.email)
        ? asBefore(before, act.email)
        : byOffice(act.email)
    case 'call':
      return byOffice(act.email)
    case 'link':
      // After that date the office calls the client.
      return waiting(before, act.email, after(act.at, CONFIRM_DAYS))
    case 'confirmation':
      return { mail_to: before.email, mail_to_by: 'confirmed', confirm_by: null }
    case 'return':
      // The link that confirms the email has ended, so the office calls the client.
      return waiting(act.mail, act.email, act.at)
  }
}

const byOffice = (email: string) =>
  ({ mail_to: email, mail_to_by: 'office', confirm_by: null }) as const

const waiting = ({ mail_to, mail_to_by }: Mail, email: string, confirmBy: string) =>
  isSameAddress(email, mail_to)
    ? { mail_to: email, mail_to_by, confirm_by: null }
    : { mail_to, mail_to_by, confirm_by: confirmBy }

const asBefore = ({ mail_to, mail_to_by, confirm_by }: Before, email: string) => ({
  mail_to: confirm_by === null ? email : mail_to,
  mail_to_by,
  confirm_by,
})

const after = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString()

export const isUnconfirmed = ({ confirm_by }: Pick<Row, 'confirm_by'>) => confirm_by !== null
