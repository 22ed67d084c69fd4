import { COMPARED_FIELDS, fullName } from '@attest/contract/client-fields'
import { isOwnField } from '@attest/contract/own-columns'
import { TimelineEntry } from '@attest/contract/timeline'
import * as z from 'zod/mini'
import { listAttachmentRows } from '../../attachments/queries.ts'
import { firmOf } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { withoutTokens } from '../../delivery/mailbox/reply-text.ts'
import type { Bulk } from '../../deps.ts'
import { coverageOf } from '../../evidence/seals.ts'
import { readTimeline, wholeEntry } from '../../history/read-timeline.ts'
import { noClient } from '../../http/errors.ts'
import { listAdmins } from '../../identity/administrators/queries.ts'
import { storyIds } from '../../records/merges.ts'
import { listOwnColumns } from '../../records/own-columns.ts'
import { wordingsOf } from '../../rounds/report-pdf.ts'
import { listLastNames } from '../../templates/queries.ts'
import { type Dictionary, labelOf, sourceWords, valueWords } from './entry-words.ts'
import { findLastValues, listSources, listWordings, type Values } from './queries.ts'

/** Somebody may quote a link in a note or a letter. */
const withoutLinks = <T>(value: T): T => JSON.parse(withoutTokens(JSON.stringify(value)))

export type ClientRecord = Awaited<ReturnType<typeof readRecord>>

/** Reads all but the timeline, which is read while the record is written. @throws Refusal 404 */
export async function readRecord({ bulkDb: db, config, now }: Bulk, id: number) {
  const ids = await storyIds(db, id)
  const last = await findLastValues(db, id)
  if (!last && (await readTimeline(db, id, ALL)).entries.length === 0) noClient()
  const { values, state } = last ?? { values: {} as Values, state: 'Deleted' }
  const versions = await listWordings(db, ids)
  const firm = firmOf(config)
  const known = await readDictionary(db, config.TIME_ZONE, [
    ...versions.map(({ template_id }) => template_id),
    values.group_template ?? '',
  ])
  const { first_name, last_name, client_number = null } = values
  const name = fullName({ first_name: first_name ?? `Client ${id}`, last_name: last_name ?? '' })
  const facts = {
    at: now().toISOString(),
    time_zone: config.TIME_ZONE,
    firm,
    client: { id, name, client_number, state },
    details: await listDetails(db, id, values, known),
    seals: await coverageOf(db, ids),
    letters: versions.map((version) => ({
      name: `${version.name}, version ${version.version} (${version.template_id})`,
      wordings: wordingsOf(version, firm),
    })),
    files: (await listAttachmentRows(db, id)).map((file) => ({
      ...file,
      path: pathOf(file),
      missing: false,
    })),
  }
  return { ...withoutLinks(facts), known, story: () => storyOf(db, id, known) }
}

const ALL = { kind: 'all', before: '' } as const

async function readDictionary(db: Db, timeZone: string, templates: string[]): Promise<Dictionary> {
  const admins = (await listAdmins(db)).map(({ id, email }) => [id, email] as const)
  const named = (await listLastNames(db, templates)).map(({ id, name }) => [id, name] as const)
  return { timeZone, own: await listOwnColumns(db), names: new Map([...admins, ...named]) }
}

/** Adds the record that gave each value: none if the newest one differs, since a later one was removed. */
async function listDetails(db: Db, id: number, values: Values, known: Dictionary) {
  const sources = await listSources(db, id)
  return [...COMPARED_FIELDS, ...Object.keys(values).filter(isOwnField)]
    .filter((field) => field in values)
    .map((field) => {
      const value = values[field] || null
      const source = sources.get(field)
      const isSource = source && (source.value || null) === value
      const words = valueWords(field, value, known)
      const from = isSource ? sourceWords(source, known) : null
      return { field, label: labelOf(field, known), value, words, source: from }
    })
}

async function* storyOf(db: Db, id: number, { names }: Dictionary) {
  for (let before: string | null = ''; before !== null; ) {
    const page = await readTimeline(db, id, { ...ALL, before }, wholeEntry)
    for (const [id, name] of Object.entries(page.templates)) names.set(id, name)
    // The schema drops columns that it does not name.
    yield withoutLinks(page.entries.map((entry) => z.parse(TimelineEntry, entry)))
    before = page.before
  }
}

/** A file's path in the zip: unique by the id, with characters that every system accepts. */
const pathOf = ({ id, original_name }: { id: number; original_name: string }) =>
  `files/${id} ${[...original_name.replace(/[^\p{L}\p{M}\p{N}()_. -]/gu, '_')].slice(-60).join('')}`
