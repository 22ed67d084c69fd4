import { type Config, linkHome, mailDomain, NO_FIRM_NAME, senderOf } from './config.ts'
import { isInside, isLoopback, isPublicDomain } from './network.ts'

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
    !config.MAIL_FROM &&
      !config.MAIL_REPLY_TO && {
        setting: 'MAIL_FROM' as const,
        text: `Clients’ replies go to ${senderOf(config).address}, which perhaps nobody reads.`,
      },
    !config.setOnServer.has('TIME_ZONE') &&
      /^(Etc\/)?(UTC|GMT|UCT|Universal|Zulu)$/.test(config.TIME_ZONE) && {
        setting: 'TIME_ZONE' as const,
        text: `Reminders and first letters leave by the clock of ${config.TIME_ZONE}. Choose the firm’s time zone.`,
      },
    !linksLeadNowhere(config) &&
      linkFault(config) && { setting: linkSetting(config), text: linkFault(config) },
  ].filter((warning) => warning !== false && warning !== '')
}

/** Whether a mail server is a trial's: on this machine, or with a name that only its own network knows. */
const isNear = (host: string) => isLoopback(host) || !host.includes('.')

/** The reason why no email may leave: clients could not open the links. Otherwise null. */
export function linksLeadNowhere(config: Config): string | null {
  if (!config.SMTP_URL || isNear(new URL(config.SMTP_URL).hostname)) return null
  return linksLeadHere(config)
}

/** The reason why no paper letter may be mailed, even in a trial without a mail server. Otherwise null. */
export function linksLeadHere(config: Config): string | null {
  const where = unreachable(config)
  return where && `${where} Whoever runs your server has to set ${linkSetting(config)}.`
}

function unreachable(config: Config): string | null {
  const home = linkHome(config)
  const { hostname } = new URL(home)
  const here = isLoopback(hostname) ? 'this computer' : isInside(hostname) && 'your own network'
  return here ? `Links would lead to ${home}, which only ${here} can open.` : null
}

/** What is wrong with the address of links, though letters leave. Otherwise an empty text. */
function linkFault(config: Config): string {
  const plain = linkHome(config).startsWith('http:')
  const unencrypted = plain
    ? 'Links start with http: clients’ details would travel unencrypted.'
    : ''
  return unreachable(config) ?? unencrypted
}

const linkSetting = ({ VERIFY_URL }: Config): 'VERIFY_URL' | 'PUBLIC_URL' =>
  VERIFY_URL ? 'VERIFY_URL' : 'PUBLIC_URL'
