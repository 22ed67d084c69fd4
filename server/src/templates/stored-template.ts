import { letterText } from '@attest/contract/letter'
import type { TemplateContent } from '@attest/contract/templates'
import { firmOf } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { TemplateRecord } from './queries.ts'

export type StoredTemplate = Omit<TemplateContent, 'translations'> &
  Pick<TemplateRecord, 'translations'>

/** A generated text stays generated, or it would repeat outdated fields. */
export function storedTemplate(
  { config }: Deps,
  content: TemplateContent,
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
