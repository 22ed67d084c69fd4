/** The sent mail that a reply or a bounce is about. */
export interface Sent {
  /** In angle brackets, like in the ledger. */
  messageId: string
  to: string
}

interface Dialect {
  name: string
  /** A bounce: the mailbox does not exist, unless `words` give another reason. */
  bounce: (sent: Sent, words?: string) => string
  /** An automatic reply of a person's mailbox. */
  autoreply: (sent: Sent) => string
}

const lines = (text: string) => text.replace(/\n/g, '\r\n')

const letter = ({ messageId, to }: Sent) => `From: Firm <office@firm.test>
To: ${to}
Subject: Please verify your information
Message-ID: ${messageId}
MIME-Version: 1.0
Content-Type: text/plain

Dear client, please open https://attest.test/verify/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG
`

interface Report {
  from: string
  subject: string
  text: string
  status: string
  diagnostic: string
  /** Header lines, each with its line break. */
  more?: string
  fields?: string
  action?: string
  returned?: 'message/rfc822' | 'text/rfc822-headers'
}

let made = 0

/** A report in the form of RFC 3464. */
export function report(sent: Sent, given: Report): string {
  const { from, subject, text, status, diagnostic, more = '', fields = '' } = given
  const { action = 'failed', returned = 'message/rfc822' } = given
  const back = returned === 'message/rfc822' ? letter(sent) : letter(sent).split('\n\n')[0]
  return lines(`Return-Path: <>
From: ${from}
To: office@firm.test
Subject: ${subject}
Date: Fri, 27 Nov 2026 10:00:00 -0500
Message-ID: <report-${++made}@mx.example.net>
${more}MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_part_1"

--=_part_1
Content-Type: text/plain; charset=utf-8

${text}

--=_part_1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Fri, 27 Nov 2026 09:59:00 -0500

${fields}Final-Recipient: rfc822; ${sent.to}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}

--=_part_1
Content-Type: ${returned}

${back}
--=_part_1--
`)
}

/** A mail by a person or in a person's name. `head`: header lines, each with its line break. */
export function answer(
  sent: Sent,
  { head = '', text, type = 'text/plain; charset=utf-8', from = sent.to, subject }: Answer,
): string {
  return lines(`From: ${from}
To: office@firm.test
Subject: ${subject ?? 'Re: Please verify your information'}
Date: Fri, 27 Nov 2026 10:00:00 -0500
Message-ID: <answer-${++made}@mail.example.net>
In-Reply-To: ${sent.messageId}
References: ${sent.messageId}
${head}MIME-Version: 1.0
Content-Type: ${type}

${text}
`)
}

interface Answer {
  text: string
  head?: string
  type?: string
  from?: string
  subject?: string
}

const away = 'I am out of the office until Monday and will read your email then.'

/** A report without a part for programs; `head` are header lines, each with its end. */
export const plain = (sent: Sent, head: string, text: string) =>
  lines(`Return-Path: <>
${head}To: office@firm.test
Date: Fri, 27 Nov 2026 10:00:00 -0500

${text}

${letter(sent)}`)

export const DIALECTS: Dialect[] = [
  {
    name: 'Exchange',
    bounce: (
      sent,
      words = '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    ) =>
      report(sent, {
        from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.com>',
        subject: 'Undeliverable: Please verify your information',
        more: 'X-MS-Exchange-Message-Is-Ndr:\r\nAuto-Submitted: auto-replied\r\n',
        text: `Your message to ${sent.to} couldn't be delivered.`,
        status: /5\.\d+\.\d+/.exec(words)![0],
        diagnostic: `smtp;${words}`,
      }),
    autoreply: (sent) =>
      answer(sent, {
        subject: 'Automatic reply: Please verify your information',
        head: 'Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\n',
        text: away,
      }),
  },
  {
    name: 'Gmail',
    bounce: (
      sent,
      words = "550-5.1.1 The email account that you tried to reach does not exist.\n    550-5.1.1 Please try double-checking the recipient's email address.\n    550 5.1.1 https://support.google.com/mail/?p=NoSuchUser - gsmtp",
    ) =>
      report(sent, {
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        subject: 'Delivery Status Notification (Failure)',
        more: `X-Failed-Recipients: ${sent.to}\r\nAuto-Submitted: auto-replied\r\n`,
        text: `** Address not found **\n\nYour message wasn't delivered to ${sent.to}.`,
        status: /5\.\d+\.\d+/.exec(words)![0],
        diagnostic: `smtp; ${words}`,
      }),
    autoreply: (sent) =>
      answer(sent, {
        head: 'Auto-Submitted: auto-replied\r\nPrecedence: bulk\r\nX-Autoreply: yes\r\n',
        text: away,
      }),
  },
  {
    name: 'Postfix',
    bounce: (
      sent,
      words = `550 5.1.1 <${sent.to}>: Recipient address rejected:\n    User unknown in virtual mailbox table`,
    ) =>
      report(sent, {
        from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
        subject: 'Undelivered Mail Returned to Sender',
        more: 'Auto-Submitted: auto-replied\r\n',
        text: `I'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n\n<${sent.to}>: ${words}`,
        status: /5\.\d+\.\d+/.exec(words)![0],
        diagnostic: `smtp; ${words}`,
        fields: `Original-Recipient: rfc822;${sent.to}\r\n`,
        returned: 'text/rfc822-headers',
      }),
    autoreply: (sent) =>
      answer(sent, {
        head: 'Auto-Submitted: auto-replied (vacation)\r\nPrecedence: bulk\r\n',
        text: away,
      }),
  },
  {
    name: 'Exim',
    bounce: (sent, words = `550 5.1.1 <${sent.to}> No such user here`) =>
      plain(
        sent,
        `From: Mail Delivery System <Mailer-Daemon@mx.example.net>\nX-Failed-Recipients: ${sent.to}\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed: returning message to sender\nMessage-Id: <E1exim-${++made}@mx.example.net>\n`,
        `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${sent.to}\n    host mx.example.com [192.0.2.7]\n    SMTP error from remote mail server after RCPT TO:<${sent.to}>:\n    ${words}\n\n------ This is a copy of the message, including all the headers. ------\n`,
      ),
    autoreply: (sent) =>
      answer(sent, { head: 'Auto-Submitted: auto-replied\r\nReturn-Path: <>\r\n', text: away }),
  },
  {
    name: 'Sendmail',
    bounce: (sent, words = `550 5.1.1 <${sent.to}>... User unknown`) =>
      report(sent, {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
        subject: 'Returned mail: see transcript for details',
        more: 'Auto-Submitted: auto-generated (failure)\r\n',
        text: `   ----- The following addresses had permanent fatal errors -----\n<${sent.to}>\n    (reason: ${words})`,
        status: /5\.\d+\.\d+/.exec(words)![0],
        diagnostic: `SMTP; ${words}`,
      }),
    autoreply: (sent) =>
      answer(sent, {
        subject: 'away from my mail',
        head: 'Auto-Submitted: auto-replied\r\nPrecedence: bulk\r\n',
        text: away,
      }),
  },
  {
    name: 'qmail',
    bounce: (sent, words = 'Sorry, no mailbox here by that name. (#5.1.1)') =>
      plain(
        sent,
        'From: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n',
        `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${sent.to}>:\n${words}\n\n--- Below this line is a copy of the message.\n`,
      ),
    autoreply: (sent) =>
      answer(sent, { head: 'Precedence: junk\r\nDelivered-To: Autoresponder\r\n', text: away }),
  },
  {
    name: 'Amazon',
    bounce: (sent, words = '550 5.1.1 user unknown') =>
      report(sent, {
        from: 'MAILER-DAEMON@email-bounces.amazonses.com',
        subject: 'Delivery Status Notification (Failure)',
        text: `An error occurred while trying to deliver the mail to the following recipients:\n${sent.to}`,
        status: /5\.\d+\.\d+/.exec(words)![0],
        diagnostic: `smtp; ${words}`,
      }).replace(
        `Message-ID: ${sent.messageId}`,
        `Message-ID: <0100@email.amazonses.com>\r\nX-Message-ID: ${sent.messageId}`,
      ),
    autoreply: (sent) =>
      answer(sent, { head: 'Auto-Submitted: auto-replied\r\nX-Autorespond: yes\r\n', text: away }),
  },
  {
    name: 'Yahoo',
    bounce: (
      sent,
      words = `554 5.0.0 delivery error: dd This user doesn't have a example.com account (${sent.to})`,
    ) =>
      report(sent, {
        from: 'MAILER-DAEMON@yahoo.com',
        subject: 'Failure Notice',
        text: 'Sorry, we were unable to deliver your message to the following address.',
        status: '5.0.0',
        diagnostic: `smtp;${words}`,
      }),
    autoreply: (sent) =>
      answer(sent, { subject: 'Auto Response: away', head: 'X-Autoreply: true\r\n', text: away }),
  },
  {
    name: 'Mimecast',
    bounce: (sent, words = '550 5.1.1 Invalid Recipient - unknown user') =>
      report(sent, {
        from: 'postmaster@us-mta-1.us.mimecast.lan',
        subject: '[Postmaster] Email Delivery Failure',
        more: 'Auto-Submitted: auto-replied\r\nX-Mimecast-Bounce: yes\r\n',
        text: 'A message that you sent could not be delivered.',
        status: '5.0.0 (permanent failure)',
        diagnostic: `smtp; ${words}`,
      }),
    autoreply: (sent) =>
      answer(sent, {
        subject: 'Out of the office: back on Monday',
        head: 'Auto-Submitted: auto-replied\r\n',
        text: away,
      }),
  },
]

/** A complaint in the form of RFC 5965. */
export const complaint = (sent: Sent): string =>
  report(sent, {
    from: 'complaints@feedback.example.net',
    subject: 'FW: Please verify your information',
    text: 'This is an email abuse report.',
    status: '',
    diagnostic: '',
  })
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace('message/delivery-status', 'message/feedback-report')
    .replace(/Final-Recipient[\s\S]*?Diagnostic-Code: \r\n/, '')
    .replace(
      /Arrival-Date[^\r]*\r\n\r\n/,
      'Feedback-Type: abuse\r\nUser-Agent: example/1.0\r\nVersion: 1\r\n',
    )
