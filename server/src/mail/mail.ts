/** One mail on its way out. Addresses have passed the contract's e-mail check. */
export interface Outgoing {
  to: { name: string; address: string }
  /** With angle brackets; a mail sent twice bears the same one. */
  messageId: string
  subject: string
  html: string
  text: string
}

export interface Mail {
  /** The SMTP host, or 'outbox': what the spec calls smtpProvider. */
  provider: string
  /**
   * Resolves with the server's answer once it has taken the mail over.
   * @param mayLeave the server may be told of the mail before, but gets no byte of it
   * @throws DeliveryError
   */
  send(mail: Outgoing, mayLeave?: Promise<void>): Promise<string>
  close(): Promise<void>
}

/**
 * permanent: this mail will never be taken. temporary: perhaps later.
 * unreachable: nothing can be sent now, whoever it is for.
 */
export type FailureKind = 'permanent' | 'temporary' | 'unreachable'

/** Why a mail was not taken over; the message is in plain words. */
export class DeliveryError extends Error {
  readonly kind: FailureKind
  /** What the server itself said, if anything. */
  readonly response: string | null

  constructor(kind: FailureKind, message: string, response: string | null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.response = response
  }
}
