import { isIP } from 'node:net'
import { type Config, mailDomain, NO_FIRM_NAME } from './config.ts'

/** Names that only this machine or network knows. */
const LOCAL = /(^|\.)(localhost|localdomain|local|internal|lan|invalid)$/i

/** Settings that emails to real clients need. None without SMTP_URL: no email is sent. */
export function mailWarnings(config: Config): string[] {
  if (!config.SMTP_URL) return []
  const domain = mailDomain(config)
  const isUsable = domain.includes('.') && !isIP(domain) && !LOCAL.test(domain)
  return [
    config.FIRM_NAME === NO_FIRM_NAME &&
      `FIRM_NAME is not set: letters are signed “${NO_FIRM_NAME}”.`,
    !config.FIRM_PHONE && 'FIRM_PHONE is not set: letters name no number to call.',
    !isUsable &&
      `MAIL_FROM is not usable: emails come from ${config.MAIL_FROM.address}, which mail servers reject.`,
  ].filter((warning) => warning !== false)
}
