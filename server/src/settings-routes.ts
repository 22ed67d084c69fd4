import { parsePhone } from '@attest/contract/parse-phone'
import * as calls from '@attest/contract/settings'
import type { FastifyInstance } from 'fastify'
import { newAddressLink, openedAt } from './address-check.ts'
import { type Config, linkHome, senderOf, Settings as Variables } from './config.ts'
import type { Tx } from './db/schema.ts'
import { forgetPause, readState } from './delivery/mailbox/mailbox-state.ts'
import type { Deps } from './deps.ts'
import * as email from './email-settings.ts'
import { logoAddress, receiveLogo, type StoredLogo, storeLogo } from './firm-logo.ts'
import { Refusal, refuseField } from './http/errors.ts'
import { mount, mountRaw } from './http/mount.ts'
import type { SignedIn } from './http/signed-in.ts'
import { demandConfirmed } from './identity/guard.ts'
import { admitTry, signedIn } from './identity/throttle.ts'
import { linksLeadHere } from './mail-warnings.ts'
import { newToken } from './secret-key.ts'
import {
  noteMailServer,
  readOrigins,
  saveSettings,
  textOf,
  type Values,
  type Variable,
} from './settings.ts'

/** Fields whose value is the variable's own text. */
const VARIABLE = {
  name: 'FIRM_NAME',
  phone: 'FIRM_PHONE',
  address: 'FIRM_ADDRESS',
  timeZone: 'TIME_ZONE',
  days: 'LINK_DAYS',
  roundDays: 'ROUND_DAYS',
  reminders: 'REMINDER_DAYS',
  secondFactor: 'REQUIRE_2FA',
  receipts: 'CHANGE_RECEIPTS',
} as const satisfies Record<string, Variable>

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getSettings, () => readSettings(deps))
  firmRoutes(app, deps)
  mount(app, calls.saveLinks, ({ body: { saved, ...typed }, admin }) =>
    save(deps, admin, { section: 'links', values: valuesOf(typed), saved }),
  )
  serverRoutes(app, deps)
  securityRoutes(app, deps)
}

function firmRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.saveFirm, ({ body: { saved, ...typed }, admin }) => {
    const { phone } = typed
    if (phone && !parsePhone(phone)) refuseField('phone', `“${phone}” is not a phone number`)
    return save(deps, admin, { section: 'firm', values: valuesOf(typed), saved })
  })
  const saveLogo = (admin: SignedIn, logo: StoredLogo | null) =>
    save(deps, admin, {
      section: 'firm',
      values: { FIRM_LOGO: logo?.hash ?? null },
      store: (tx) => storeLogo(tx, logo),
    })
  mountRaw(app, calls.saveLogo, async ({ admin, request }) =>
    saveLogo(admin, await receiveLogo(request, deps.config)),
  )
  mount(app, calls.removeLogo, ({ admin }) => saveLogo(admin, null))
}

/** Require a proof of identity: a mail server reads every link, and clients' replies arrive in the mailbox. */
function serverRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  const demand = (admin: SignedIn, { server }: { server?: unknown }, of: email.Protocol) => {
    demandConfirmed(admin, now())
    const variable = email.VARIABLES[of]
    if (server && config.setOnServer.has(variable))
      throw new Refusal(400, `Set on the server by ${variable}`)
  }
  mount(app, calls.saveEmail, async ({ body, admin }) => {
    demand(admin, body, 'smtp')
    const values = email.emailValues(body, config)
    if (!body.anyway) await email.checkMailServer(email.configWith(values, config))
    const store = async (tx: Tx) => {
      if (values.SMTP_URL) await noteMailServer(tx)
    }
    return save(deps, admin, { section: 'email', values, saved: body.saved, store })
  })
  mount(app, calls.testEmailSettings, async ({ body, admin }) => {
    demand(admin, body, 'smtp')
    await admitTry(db, 'letter', signedIn(admin), now())
    const typed = email.configWith(email.emailValues(body, config), config)
    return email.sendTestEmail(typed, admin, await newAddressLink(deps))
  })
  mount(app, calls.saveMailbox, async ({ body, admin }) => {
    demand(admin, body, 'imap')
    const values = email.mailboxValues(body, config)
    if (!body.anyway) await email.checkMailbox(email.configWith(values, config))
    const store = async (tx: Tx) => void (await forgetPause(tx, now().toISOString()))
    return save(deps, admin, { section: 'mailbox', values, saved: body.saved, store })
  })
  mount(app, calls.testMailbox, async ({ body, admin }) => {
    demand(admin, body, 'imap')
    await admitTry(db, 'letter', signedIn(admin), now())
    return {
      folders: await email.checkMailbox(
        email.configWith(email.mailboxValues(body, config), config),
      ),
    }
  })
}

function securityRoutes(app: FastifyInstance, deps: Deps): void {
  const saveSecurity = (admin: SignedIn, values: Values, saved?: string | null) => {
    demandConfirmed(admin, deps.now())
    return save(deps, admin, { section: 'security', values, saved })
  }
  mount(app, calls.saveSecurity, ({ body: { saved, ...typed }, admin }) =>
    saveSecurity(admin, valuesOf(typed), saved),
  )
  mount(app, calls.newMetricsToken, async ({ admin }) => {
    const token = newToken()
    return { token, settings: await saveSecurity(admin, { METRICS_TOKEN: token }) }
  })
  mount(app, calls.removeMetricsToken, ({ admin }) => saveSecurity(admin, { METRICS_TOKEN: null }))
}

async function save(
  deps: Parameters<typeof saveSettings>[0],
  admin: SignedIn,
  saving: Saving,
): Promise<calls.Settings> {
  await saveSettings(deps, admin, { ...saving, read: readSettings })
  return readSettings(deps)
}

type Saving = Omit<Parameters<typeof saveSettings>[2], 'read'>

/** @throws Refusal 400 naming the field */
function valuesOf(typed: { [F in keyof typeof VARIABLE]?: string | number | null }): Values {
  const values: Values = {}
  for (const [field, value] of Object.entries(typed)) {
    if (value === undefined) continue
    const variable = VARIABLE[field as keyof typeof VARIABLE]
    const { error } = Variables.shape[variable].safeParse(value ?? undefined)
    if (error) refuseField(field, `This ${error.issues[0]?.message}`)
    values[variable] = value === null ? null : String(value)
  }
  return values
}

async function readSettings(deps: Pick<Deps, 'db' | 'config'>): Promise<calls.Settings> {
  const { config } = deps
  const { setBy, savedAt } = await readOrigins(deps)
  const is = (variable: Variable, value: string | null | undefined): calls.Setting => ({
    value: value ?? null,
    setBy: setBy(variable),
    variable,
    ...(config.unreadable.has(variable) && { isUnreadable: true }),
  })
  const own = (field: keyof typeof VARIABLE) => is(VARIABLE[field], textOf(config, VARIABLE[field]))
  return {
    firm: {
      name: own('name'),
      phone: own('phone'),
      address: own('address'),
      timeZone: own('timeZone'),
      logo: is('FIRM_LOGO', logoAddress(config)),
    },
    email: describeEmail(config, is),
    mailbox: describeMailbox(config, is),
    mailboxState: await readState(deps),
    links: { days: own('days'), roundDays: own('roundDays'), reminders: own('reminders') },
    security: {
      secondFactor: own('secondFactor'),
      receipts: own('receipts'),
      metricsToken: is('METRICS_TOKEN', null),
    },
    address: {
      value: linkHome(config),
      problem: linksLeadHere(config),
      openedAt: await openedAt(deps),
    },
    saved: {
      firm: savedAt('firm'),
      email: savedAt('email'),
      mailbox: savedAt('mailbox'),
      links: savedAt('links'),
      security: savedAt('security'),
    },
  }
}

type Is = (variable: Variable, value: string | null | undefined) => calls.Setting

function describeServer(config: Config, is: Is, of: email.Protocol) {
  const variable = email.VARIABLES[of]
  const server = email.mailServerOf(config, of)
  return {
    host: is(variable, server?.host),
    port: is(variable, server && String(server.port)),
    security: is(variable, server?.security),
    user: is(variable, server?.user),
    // Never sent. A user shows that there is a password.
    password: is(variable, null),
    signIn: is(variable, server?.signIn),
  }
}

const describeEmail = (config: Config, is: Is): calls.Settings['email'] => ({
  ...describeServer(config, is, 'smtp'),
  // Without a name, the firm's name is the sender's.
  senderName: is('MAIL_FROM', config.MAIL_FROM?.name || null),
  senderAddress: is('MAIL_FROM', senderOf(config).address),
  replyTo: is('MAIL_REPLY_TO', config.MAIL_REPLY_TO?.address),
  rate: is('MAIL_RATE', textOf(config, 'MAIL_RATE')),
})

function describeMailbox(config: Config, is: Is): calls.Settings['mailbox'] {
  const app = email.microsoftOf(config)
  return {
    ...describeServer(config, is, 'imap'),
    tenant: is('MAIL_OAUTH_URL', app?.tenant),
    application: is('MAIL_OAUTH_URL', app?.application),
    secret: is('MAIL_OAUTH_URL', null),
  }
}
