import { MAX_OWN_TEXT, type OwnColumn, ownField } from '@attest/contract/own-columns'
import { useController } from 'react-hook-form'
import { useOwnColumns, useOwners } from '../lib/use-own-columns.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import type { ClientForm } from './client-form.tsx'

export const OwnFields = ({ form }: { form: ClientForm }) =>
  useOwnColumns().data?.map((column) => <OwnField key={column.id} form={form} column={column} />)

function OwnField({ form, column }: { form: ClientForm; column: OwnColumn }) {
  const { id, name, kind, choices } = column
  const owners = useOwners([column])
  const { field, fieldState } = useController({ control: form.control, name: ownField(id) })
  const value = field.value ?? ''
  const options: (readonly [string, string])[] =
    kind === 'choice' ? choices.map((choice) => [choice, choice]) : owners
  // A removed choice or administrator stays until somebody chooses another one.
  const isOther = value !== '' && !options.some(([option]) => option === value)
  return (
    <Field label={name} optional error={fieldState.error?.message}>
      {kind === 'text' || kind === 'date' ? (
        <Input
          type={kind}
          maxLength={kind === 'text' ? MAX_OWN_TEXT : undefined}
          {...field}
          value={value}
        />
      ) : (
        <Select className="w-full" options={options} {...field} value={value}>
          <option value="">None</option>
          {isOther && (
            <option value={value}>{kind === 'choice' ? value : 'Former administrator'}</option>
          )}
        </Select>
      )}
    </Field>
  )
}
