import { escapeHtml } from '@attest/contract/letter-parts'
import type { CodeKind } from './one-time-codes.ts'

export interface Words {
  subject: string
  lines: string[]
  action?: string
  life?: string
}

export const CODE_WORDS: Record<CodeKind, Words> = {
  recovery: {
    subject: 'Choose a new password',
    lines: [
      'Someone, hopefully you, asked for a new password for your account.',
      'If it was not you, ignore this email: your password stays as it is.',
    ],
    action: 'Choose a new password',
    life: 'an hour',
  },
  invite: {
    subject: 'You are invited',
    lines: ['You are invited to sign in as an administrator. Choose a password to begin.'],
    action: 'Accept the invitation',
    life: '7 days',
  },
  email_change: {
    subject: 'Confirm your new address',
    lines: ['You asked to sign in with this address from now on. Please confirm that it is yours.'],
    action: 'Confirm the address',
    life: '24 hours',
  },
  signup: {
    subject: 'Confirm your address',
    lines: [
      'Someone, hopefully you, made an account with this address. Please confirm that it was you.',
      'If it was not, ignore this email: nobody can use the account without your confirmation.',
    ],
    action: 'Confirm the address',
    life: '24 hours',
  },
  magiclink: {
    subject: 'Sign in',
    lines: ['Someone, hopefully you, asked to sign in to your account by email.'],
    action: 'Sign in',
    life: 'an hour',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    lines: ['You are about to change your account. This code confirms that it is you.'],
    life: '15 minutes',
  },
}

export const NOTICES = {
  password_changed: (): Words => ({
    subject: 'Your password was changed',
    lines: ['The password of your account was changed.'],
  }),
  email_change_asked: (email: string): Words => ({
    subject: 'Your address is about to change',
    lines: [
      `Someone, hopefully you, asked to sign in to your account with ${email} from now on.`,
      'The address changes once it is confirmed.',
    ],
  }),
  address_wanted: (): Words => ({
    subject: 'Someone wanted to use your address',
    lines: [
      'Someone, hopefully you, asked to use this address for another account.',
      'Nothing has changed: the address belongs to your account.',
    ],
  }),
  email_changed: (email: string): Words => ({
    subject: 'Your address was changed',
    lines: [`You now sign in with ${email}, no longer with this address.`],
  }),
  signed_up_again: (): Words => ({
    subject: 'You already have an account',
    lines: [
      'Someone, hopefully you, asked for an account with this address. It already has one.',
      'If you do not know its password, choose a new one on the sign-in page.',
    ],
  }),
  factor_added: (name: string): Words => ({
    subject: 'A second factor was added',
    lines: [`“${name}” is now a second factor of your account.`],
  }),
  factor_removed: (name: string): Words => ({
    subject: 'A second factor was removed',
    lines: [`“${name}” is no longer a second factor of your account.`],
  }),
  factors_reset: (by: string): Words => ({
    subject: 'Two-factor authentication was switched off',
    lines: [`${by} has reset the second factor of your account. Please set it up again.`],
  }),
  recovery_codes_made: (): Words => ({
    subject: 'You have new recovery codes',
    lines: ['Your account has new recovery codes. The earlier ones no longer work.'],
  }),
  recovery_codes_removed: (): Words => ({
    subject: 'Your recovery codes were removed',
    lines: ['Your account has no recovery codes any more.'],
  }),
  identity_linked: (provider: string): Words => ({
    subject: 'Single sign-on was linked',
    lines: [`You can now sign in to your account with ${provider}.`],
  }),
  identity_unlinked: (provider: string): Words => ({
    subject: 'Single sign-on was unlinked',
    lines: [`You can no longer sign in to your account with ${provider}.`],
  }),
  recovery_code_used: (): Words => ({
    subject: 'A recovery code was used',
    lines: ['Someone, hopefully you, signed in to your account with a recovery code.'],
  }),
}

const ALARM =
  'If this was not you, choose a new password at once and tell another administrator of your firm.'

const lifeOfBoth = (life: string) =>
  `The link works for ${life}. The code works for 15 minutes, unless a newer email has come. Each works once.`

interface Parts {
  words: Words
  firm: string
  url?: string
  digits?: string
}

export function accountLetter({ words, firm, url, digits }: Parts) {
  const { subject, lines, action, life } = words
  const shown = digits === undefined ? [...lines, ALARM] : lines
  const until = life && (url ? lifeOfBoth(life) : `This works once, within ${life}.`)
  const paragraphs = [
    ...shown,
    ...(url && action ? [{ url, action }] : []),
    ...(digits ? [{ digits, lead: url ? 'If a page asks for a code:' : 'Your code:' }] : []),
    ...(until ? [until] : []),
  ]
  return {
    subject: `${subject} · ${firm}`,
    html: html(firm, paragraphs.map(htmlOf)),
    text: [...paragraphs.map(textOf), firm].join('\n\n'),
  }
}

type Paragraph = string | { url: string; action: string } | { digits: string; lead: string }

function textOf(part: Paragraph): string {
  if (typeof part === 'string') return part
  return 'url' in part ? `${part.action}:\n${part.url}` : `${part.lead} ${part.digits}`
}

const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55"
const BUTTON =
  'display:inline-block;padding:13px 24px;color:#ffffff;text-decoration:none;font-weight:600'

function htmlOf(part: Paragraph): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('digits' in part)
    return `<p>${escapeHtml(part.lead)}</p><p style="font-size:28px;letter-spacing:6px;margin:0 0 16px">${part.digits}</p>`
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#24406b" style="border-radius:6px">` +
    `<a href="${escapeHtml(part.url)}" style="${BUTTON}">${escapeHtml(part.action)}</a></td></tr></table>` +
    `<p style="font-size:14px;color:#57524a">Or copy this address into your browser:<br><span style="word-break:break-all">${escapeHtml(part.url)}</span></p>`
  )
}

const html = (firm: string, parts: string[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body style="margin:0;padding:24px 12px;background:#faf8f4">
<table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;max-width:100%;background:#ffffff;border:1px solid #e3ddd1;border-radius:10px">
<tr><td style="padding:28px 36px;${FONT};color:#1d1b18"><p style="font-size:20px;font-weight:600;color:#24406b;margin-top:0">${escapeHtml(firm)}</p>
${parts.join('\n')}
</td></tr></table></body></html>`
