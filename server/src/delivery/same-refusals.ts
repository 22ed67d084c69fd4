import { ABOUT_THE_RECIPIENT } from './failures.ts'
import type { ClaimedMessage } from './ledger.ts'

/** When so many different addresses in a row are refused, the server is the cause. */
const SAME_IN_A_ROW = 5

/** A server without codes blames the mailbox in these words. They concern this client, however often they come. */
const MAILBOX_WORDS =
  /\b(?:no such|unknown|invalid|bad|unrouteable|non-?existent)\b.{0,30}\b(?:user|recipient|mailbox|address|account|domain|host|destination)|\b(?:user|recipient|mailbox|inbox|account|domain|host|address)\b.{0,40}\b(?:unknown|unavailable|inactive|full|over quota|rejected|not (?:be )?(?:found|exist|known)|n['’]t exist)\b/i

interface Refused {
  message: Pick<ClaimedMessage, 'id' | 'client_id'>
  /** Resolves once the failure is in the ledger. */
  written: Promise<void>
}

/** Notices that a server refuses every mail, whatever it says: a quota, a filter, a suspended account. */
export class SameRefusals {
  #text = ''
  #refused: Refused[] = []
  /** All mails are refused with this text, since several clients in a row were. */
  #isGeneral = false

  /** Whether the server refuses all mails with this reply. */
  isGeneral(response: string, { client_id }: Refused['message']): boolean {
    const isMailbox = MAILBOX_WORDS.test(response) && !/\bsender\b/i.test(response)
    if (ABOUT_THE_RECIPIENT.test(response) || isMailbox) return false
    if (bare(response) !== this.#text) return false
    if (this.#isGeneral) return true
    const clients = new Set(this.#refused.map(({ message }) => message.client_id))
    return clients.add(client_id).size >= SAME_IN_A_ROW
  }

  add(response: string, refused: Refused): void {
    const text = bare(response)
    if (text !== this.#text) this.clear()
    this.#text = text
    this.#refused.push(refused)
  }

  /** The failures that say nothing about their clients, once each. */
  take(): Refused[] {
    this.#isGeneral = true
    return this.#refused.splice(0)
  }

  /** The server has accepted a mail. */
  clear(): void {
    this.#text = ''
    this.#refused = []
    this.#isGeneral = false
  }
}

/** Without addresses, ids and other words with digits, which differ from mail to mail. */
const bare = (response: string) =>
  response.replace(/\S*@\S*/g, '').replace(/[\w.-]*\d[\w.-]*/g, '#')
