import type { Db } from '../db/schema.ts'
import { listTemplateNames } from '../templates/queries.ts'

interface Template {
  id: string
  name: string
}

const lower = (text: string) => text.toLowerCase()

/** From certain to likely: exports write ids, and a name may equal another id. */
const MEANINGS: readonly ((template: Template, text: string) => boolean)[] = [
  ({ id }, text) => id === text,
  ({ name }, text) => name === text,
  ({ id, name }, text) => lower(id) === lower(text) || lower(name) === lower(text),
]

export function findTemplate(
  templates: readonly Template[],
  text: string,
): { id: string; reason?: undefined } | { id?: undefined; reason: string } {
  for (const isMeant of MEANINGS) {
    const [found, ...others] = templates.filter((template) => isMeant(template, text))
    if (found && others.length === 0) return { id: found.id }
    if (found) {
      const ids = [found, ...others].map(({ id }) => id).join(' or ')
      return { reason: `“${text}” may be more than one email template: write its id, ${ids}` }
    }
  }
  return { reason: `There is no email template “${text}”` }
}

/** The names and ids that a column of groups may hold. */
export const groupNames = async (db: Db): Promise<string[]> =>
  (await listTemplateNames(db)).flatMap(({ id, name }) => [id, name])
