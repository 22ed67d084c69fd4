import type { Pace } from './pace.ts'

/** Addresses have passed the contract's email check. */
export interface Outgoing {
  to: { name: string; address: string }
  /** With angle brackets; the same for every try. */
  messageId: string
  subject: string
  html: string
  text: string
}

export interface Mail {
  provider: string
  pace: Pace
  /**
   * Resolves with the server's reply to the whole mail.
   * @param mayLeave awaited before the mail's end is sent; if it rejects, the server gets no mail
   * @throws DeliveryError; what mayLeave throws
   */
  send(mail: Outgoing, mayLeave?: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

export type FailureKind =
  /** The server will never accept this mail. */
  | 'permanent'
  /** The server may accept it later. */
  | 'temporary'
  /** The server broke off, asked us to wait or refused us, because of this mail or every mail. */
  | 'interrupted'
  /** No mail can be sent. */
  | 'unreachable'

export class DeliveryError extends Error {
  readonly kind: FailureKind
  readonly response: string | null
  /** The mail had left and its outcome is unknown. */
  readonly inDoubt: boolean

  constructor(
    kind: FailureKind,
    message: string,
    {
      response = null,
      inDoubt = false,
      cause,
    }: { response?: string | null; inDoubt?: boolean; cause?: unknown },
  ) {
    super(message, { cause })
    this.kind = kind
    this.response = response
    this.inDoubt = inDoubt
  }
}
