import { isIP } from 'node:net'
import { type Config, linkHome, mailDomain, NO_FIRM_NAME, senderOf } from './config.ts'

/** Names that only this machine or network knows. */
const LOCAL = /(^|\.)(localhost|localdomain|local|internal|lan|invalid)$/i

/** Whether other networks know the domain of the sender. */
export function isPublicDomain(domain: string): boolean {
  return domain.includes('.') && !isIP(domain) && !LOCAL.test(domain)
}

/** Warns on screen of settings that emails to real clients need. None without SMTP_URL, since no email is sent. */
export function mailWarnings(config: Config): { setting: keyof Config; text: string }[] {
  if (!config.SMTP_URL) return []
  return [
    config.FIRM_NAME === NO_FIRM_NAME && {
      setting: 'FIRM_NAME' as const,
      text: `The firm’s name is missing: letters are signed “${NO_FIRM_NAME}”.`,
    },
    !config.FIRM_PHONE && {
      setting: 'FIRM_PHONE' as const,
      text: 'The firm’s phone is missing: letters name no number to call.',
    },
    !isPublicDomain(mailDomain(config)) && {
      setting: 'MAIL_FROM' as const,
      text: `Emails come from ${senderOf(config).address}, which mail servers reject.`,
    },
  ].filter((warning) => warning !== false)
}

const LOOPBACK = /(^|\.)localhost$|^127\.|^\[::1\]$|^0\.0\.0\.0$/
/** Whether a mail server is a trial's: on this machine, or with a name that only its own network knows. */
const isNear = (host: string) => LOOPBACK.test(host) || !host.includes('.')

/** The reason why no email may leave: links would lead clients to their own computer. Otherwise null. */
export function linksLeadNowhere(config: Config): string | null {
  if (!config.SMTP_URL || isNear(new URL(config.SMTP_URL).hostname)) return null
  return linksLeadHere(config)
}

/** The reason why no paper letter may be mailed, even in a trial without a mail server. Otherwise null. */
export function linksLeadHere(config: Config): string | null {
  const home = linkHome(config)
  if (!LOOPBACK.test(new URL(home).hostname)) return null
  return `Links would lead to ${home}, which only this computer can open. Whoever runs your server has to set PUBLIC_URL.`
}
