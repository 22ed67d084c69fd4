import type { Pace } from './pace.ts'

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
  /** Of all that leaves this process; every mail waits for its slot when it is about to leave. */
  pace: Pace
  /**
   * Resolves with the server's answer once it has taken the mail over.
   * @param mayLeave asked when all but the mail's end is with the server, which has no mail before that. If it
   * rejects, the mail does not leave
   * @throws DeliveryError; what mayLeave throws
   */
  send(mail: Outgoing, mayLeave?: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

/**
 * permanent: this mail will never be taken. temporary: perhaps later. dropped: the server ended the
 * connection over this mail, or over all. busy: told of this mail, it asked to wait; with all, as a rule.
 * barred: told of this mail, it refused us for good; with all, as a rule. unreachable: nothing can be sent now, whoever it is for.
 */
export type FailureKind = 'permanent' | 'temporary' | 'dropped' | 'busy' | 'barred' | 'unreachable'

/** Why a mail was not taken over; the message is in plain words. */
export class DeliveryError extends Error {
  readonly kind: FailureKind
  /** What the server itself said, if anything. */
  readonly response: string | null
  /** The mail had left, and nobody said whether it was taken. */
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
