import type { ComponentProps } from 'react'
import { Select } from '../ui/field.tsx'
import { useTemplates } from './use-templates.ts'

type TemplateSelectProps = ComponentProps<typeof Select> & {
  /** The stored id, offered even if its template was deleted. */
  stored?: string
  without?: string
}

export function TemplateSelect({ stored, without, ...rest }: TemplateSelectProps) {
  const { data, isPending, error } = useTemplates()
  const usable = data && data.length > 0
  const missing = stored && data && !data.some(({ id }) => id === stored) ? stored : null
  const others = data?.filter(({ id }) => id !== without) ?? []
  return (
    <Select
      className="w-full"
      disabled={!usable && !stored}
      options={others.map(({ id, name }) => [id, name])}
      {...rest}
    >
      {isPending && <option value={stored ?? ''}>Loading templates...</option>}
      {error && !data && <option value={stored ?? ''}>Error loading templates</option>}
      {data?.length === 0 && <option value={stored ?? ''}>No templates available</option>}
      {missing && data && data.length > 0 && <option value={missing}>{missing}</option>}
    </Select>
  )
}
