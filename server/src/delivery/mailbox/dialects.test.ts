import { describe, expect, it } from 'vitest'
import { bounceAbout } from '../failures.ts'

describe('a bounce', () => {
  it.each([
    ['550 No such user here. Sender verify failed', 'us'],
    ['550 spam@example.com: no such user', 'address'],
    ['552 The mailbox at mx[10.5.1.2] is full', 'mailbox'],
    ['550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550', 'address'],
    ['550 5.4.1 Recipient address rejected: Access denied. [prod.outlook.com]', 'address'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'address'],
    ['550 Requested action not taken: mailbox unavailable', 'mailbox'],
    ['553 Domain of sender address office@firm.test does not exist', 'us'],
    ['550 The sender address does not exist', 'us'],
    ['553 5.3.0 DNSBL:ATTRBL 521< 203.0.113.7 >_is_blocked.For assistance', 'us'],
    ['554 IP=203.0.113.7 - A problem occurred. (Ask your postmaster for help) (BL)', 'us'],
    ['554 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.7', 'us'],
    ['550 permanent failure for one or more recipients (gone@example.com:blocked)', 'us'],
    ['554-No SMTP service 554-Bad DNS PTR resource record.', 'us'],
    ['550 Administrative prohibition - envelope blocked', 'us'],
    ['550 5.2.1 This mailbox has been blocked due to inactivity', 'mailbox'],
  ])('is told apart by its words: %s', (reason, about) => {
    expect(bounceAbout({ status: null, reason })).toBe(about)
  })
})
