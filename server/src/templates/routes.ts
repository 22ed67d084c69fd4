import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import type { Body } from '@attest/contract/endpoint'
import { REMINDER_END } from '@attest/contract/fields'
import { letterText, renderLetter, samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { ownKeysIn } from '@attest/contract/placeholders'
import * as calls from '@attest/contract/templates'
import type { FastifyInstance } from 'fastify'
import { type Config, firmOf, mailDomain } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { isForeignKeyViolation, isUniqueViolation, transact } from '../db/transact.ts'
import { DeliveryError } from '../delivery/mail.ts'
import { outboxCode } from '../delivery/outbox.ts'
import type { Basics, Deps, Timed } from '../deps.ts'
import { letterFirm } from '../firm-logo.ts'
import { conflict, notFound, Refusal, refuseField } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { admitTry, signedIn } from '../identity/throttle.ts'
import { holdOwnColumns } from '../records/own-columns.ts'
import { describeTemplate } from './describe-template.ts'
import type { TemplateRecord } from './queries.ts'
import * as queries from './queries.ts'

export function templateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const firm = () => firmOf(config)
  mount(app, calls.listTemplates, async () =>
    (await queries.listTemplateRows(db)).map((row) => describeTemplate(row, firm())),
  )
  mount(app, calls.getTemplate, async ({ params }) =>
    describeTemplate(
      (await queries.findTemplateRow(db, params.id)) ?? notFound('Template'),
      firm(),
    ),
  )
  mount(app, calls.createTemplate, ({ body, admin }) => addTemplate(deps, admin, body))
  mount(app, calls.updateTemplate, ({ params, body, admin }) =>
    changeTemplate(deps, admin, params.id, body),
  )
  mount(app, calls.deleteTemplate, ({ params, admin }) => deleteTemplate(deps, admin, params.id))
  mount(app, calls.listTemplateVersions, async ({ params }) => {
    const versions = await queries.listVersions(db, params.id)
    return versions.length > 0 ? versions : notFound('Template')
  })
  mount(app, calls.getTemplateVersion, async ({ params }) =>
    describeTemplate(
      (await queries.findVersion(db, params.id, params.version)) ?? notFound('Version'),
      firm(),
    ),
  )
  mount(app, calls.sendTestEmail, ({ admin, body }) => sendTest(deps, admin, body))
}

/** @throws Refusal 409 when the id is taken, 400 when the name gives none */
async function addTemplate(
  deps: Basics,
  admin: SignedIn,
  { id: given, ...content }: Body<typeof calls.createTemplate>,
) {
  const id = given || calls.templateIdOf(content.name)
  if (id === '') refuseField('id', 'Template ID is required')
  if (id.endsWith(REMINDER_END)) refuseField('id', calls.RESERVED_ID)
  const row = await transact(deps.db, async (tx) => {
    await refuseUnknownColumns(tx, content)
    const version = (await queries.lastVersion(tx, id)) + 1
    const row = {
      ...storedTemplate(deps.config, content),
      id,
      version,
      updated_at: deps.now().toISOString(),
    }
    await queries.insertTemplate(tx, row)
    await queries.insertVersion(tx, row, admin.email)
    await addReminder(tx, row, admin.email)
    return row
  }).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    refuseField('id', `Template ID ${id} is already taken.`, 409)
  })
  return describeTemplate(row, firmOf(deps.config))
}

/** Keeps the columns that a letter uses from being deleted until it is saved. Throws Refusal 400. */
async function refuseUnknownColumns(tx: Tx, content: calls.TemplateContent) {
  const { translations = {}, ...letter } = content
  const texts: [field: string, text: unknown][] = [
    ...Object.entries(letter),
    ...Object.entries(translations).flatMap(([language, each]) =>
      Object.entries(each ?? {}).map(([field, text]): [string, unknown] => [
        `translations.${language}.${field}`,
        text,
      ]),
    ),
  ]
  const used = texts.flatMap(([field, text]) =>
    ownKeysIn(String(text)).map((key) => ({ field, key })),
  )
  if (used.length === 0) return
  const keys = (await holdOwnColumns(tx)).map(({ key }) => key)
  const unknown = used.find(({ key }) => !keys.includes(key))
  if (unknown) refuseField(unknown.field, `Unknown placeholder {{own.${unknown.key}}}`)
}

type StoredTemplate = Omit<calls.TemplateContent, 'translations'> &
  Pick<TemplateRecord, 'translations'>

/** Regenerates a generated text, which would otherwise repeat outdated fields. */
function storedTemplate(
  config: Config,
  content: calls.TemplateContent,
  before?: TemplateRecord,
): StoredTemplate {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  const generated = [content, ...(before ? [before] : [])].map((of) =>
    plain(letterText(of, firmOf(config))),
  )
  const textContent = generated.includes(plain(content.textContent)) ? '' : content.textContent
  const translations = content.translations ?? before?.translations ?? {}
  return { ...content, textContent, translations }
}

/** Adds a group's reminder as a copy of the default group's. */
async function addReminder(tx: Tx, { id: group, name, updated_at }: TemplateRecord, by: string) {
  const { reminder_of: _, ...copied } = await queries.findReminderOf(tx, DEFAULT_TEMPLATE)
  const id = calls.reminderIdOf(group)
  const version = (await queries.lastVersion(tx, id)) + 1
  const letter = { ...copied, id, name: `${name}, reminder`, version, updated_at }
  await queries.insertTemplate(tx, { ...letter, reminder_of: group })
  await queries.insertVersion(tx, letter, by)
}

/** @throws Refusal 409 with the `current` template if it was changed meanwhile, or if emails wait with its present text */
async function changeTemplate(
  deps: Basics,
  admin: SignedIn,
  id: string,
  { version, alsoWaiting = true, ...content }: Body<typeof calls.updateTemplate>,
) {
  const firm = firmOf(deps.config)
  const row = await transact(deps.db, async (tx) => {
    await refuseUnknownColumns(tx, content)
    const before = (await queries.lockTemplateRow(tx, id)) ?? notFound('Template')
    const fresh = storedTemplate(deps.config, content, before)
    if (isSame(before, fresh)) return before
    if (version !== undefined && version !== before.version) {
      const message =
        'Someone else has changed this template meanwhile. Please look at it as it is now.'
      throw new Refusal(409, message, { current: describeTemplate(before, firm) })
    }
    const isRenamed = isSame(before, { ...fresh, name: before.name })
    if (!alsoWaiting && !isRenamed) refuseWhileWaiting(await queries.countWaiting(tx, id))
    const updated_at = deps.now().toISOString()
    const after = { ...fresh, id, version: before.version + 1, updated_at }
    await queries.updateTemplate(tx, after)
    await queries.insertVersion(tx, after, admin.email)
    return { ...after, reminder_of: before.reminder_of }
  })
  return describeTemplate(row, firm)
}

const isSame = (before: TemplateRecord, fresh: StoredTemplate) =>
  Object.entries(fresh).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof StoredTemplate], value),
  )

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

function refuseWhileWaiting(waiting: number): void {
  const emails = counted(waiting, 'email is', 'emails are')
  const message = `${emails} waiting to be sent with this letter. If you save now, they go out in the new wording. Otherwise save once they have left.`
  if (waiting > 0) conflict('emails_waiting', message)
}

async function deleteTemplate({ db, now }: Timed, admin: SignedIn, id: string): Promise<void> {
  if (id === DEFAULT_TEMPLATE) {
    throw new Refusal(409, 'New clients get this template by default, so it cannot be deleted.')
  }
  await transact(db, async (tx) => {
    const { reminder_of } = (await queries.lockTemplateRow(tx, id)) ?? notFound('Template')
    if (reminder_of !== null) throw new Refusal(409, 'A reminder is deleted with its group.')
    await refuseWhileUsed(await queries.countUses(tx, id))
    await queries.removeTemplate(tx, id)
    await logEvent(tx, 'template-deleted', admin, now(), id)
  }).catch(async (error) => {
    if (isForeignKeyViolation(error)) refuseWhileUsed(await queries.countUses(db, id))
    throw error
  })
}

type Uses = Awaited<ReturnType<typeof queries.countUses>>

function refuseWhileUsed({ clients, waiting, rounds }: Uses) {
  if (waiting > 0) {
    const what = counted(waiting, 'email is', 'emails are')
    throw new Refusal(409, `${what} still waiting to be sent with this template.`, { waiting })
  }
  if (rounds > 0) {
    const message = 'An open or planned round sends this letter. Choose another one there first.'
    throw new Refusal(409, message, { rounds })
  }
  // Last: the screen then moves the clients, in vain if something else keeps the template.
  if (clients > 0) {
    const who = counted(clients, 'client uses', 'clients use')
    throw new Refusal(409, `${who} this template. Give them another one first.`, { clients })
  }
}

/** The web gives up after 15 s. */
const PATIENCE_MS = 10_000

/** Sends a template with sample data at once, without a ledger row. */
async function sendTest(
  { db, mail, config, now }: Pick<Deps, 'config' | 'db' | 'mail' | 'now'>,
  admin: SignedIn,
  { templateId, testEmail, templateData, draft, language }: Body<typeof calls.sendTestEmail>,
) {
  const template = draft ?? (await queries.findTemplateRow(db, templateId)) ?? notFound('Template')
  const { waitMs } = mail.pace
  if (waitMs > PATIENCE_MS) {
    const seconds = Math.ceil(waitMs / 1000)
    throw new Refusal(
      503,
      `The limit for emails lets the next one leave in ${seconds} seconds. Please try again then.`,
    )
  }
  await admitTry(db, 'letter', signedIn(admin), now())
  // Logged first: a sent email cannot be undone.
  await logEvent(db, 'test-email-asked', admin, now(), testEmail)
  const letter = letterIn(template, language)
  const values = { ...samplesFor(letter), email: testEmail, ...templateData }
  try {
    await mail.send({
      ...renderLetter(letter, values, letterFirm(config)),
      to: { name: `${values.first_name} ${values.last_name}`, address: testEmail },
      messageId: `<${randomUUID()}@${mailDomain(config)}>`,
    })
  } catch (error) {
    if (error instanceof DeliveryError) throw new Refusal(502, error.message)
    throw error
  }
  return {
    message: `Test email sent successfully to ${testEmail}`,
    code: outboxCode(mail.provider),
  }
}
