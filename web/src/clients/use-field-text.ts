import { countryName } from '@attest/contract/country-name'
import { languageName } from '@attest/contract/languages'
import { useTemplateName } from '../templates/use-templates.ts'
import { excuseName } from './excuse.ts'

export function fieldText(
  field: string,
  value: string | null | undefined,
  templateName: (id: string) => string,
): string {
  if (!value) return ''
  if (field === 'country') return countryName(value)
  if (field === 'language') return languageName(value)
  if (field === 'group_template') return templateName(value)
  if (field === 'excused_reason') return excuseName(value)
  if (field === 'status') return value.charAt(0).toUpperCase() + value.slice(1)
  return value
}

export function useFieldText() {
  const templateName = useTemplateName()
  return (field: string, value: string | null | undefined) => fieldText(field, value, templateName)
}
