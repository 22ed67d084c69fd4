import { suggestUnit } from '@attest/contract/suggestions'
import { joinUnit, type SplitAddress, splitUnit, unitOf } from '@attest/contract/unit'
import { useState } from 'react'
import { useLeftValue } from '../lib/use-left-value.ts'
import { DetailField, type FieldState } from './detail-field.tsx'
import { Suggested } from './suggested.tsx'
import { useTexts } from './texts/use-texts.ts'

interface Props {
  address: FieldState
  /** The stored address; '' for a move abroad. */
  onFile: string
}

/** One stored address on two lines: what is typed on one never jumps to the other. */
export function StreetFields({ address, onFile }: Props) {
  const { suggestions } = useTexts()
  const { value, locked, onChange } = address
  const [typed, setTyped] = useState(() => splitUnit(value))
  // The address was undone, or the office has changed it.
  const parts = joinUnit(typed) === value ? typed : splitUnit(value)
  const { hasLeft, onBlur } = useLeftValue(value)
  const isChecked = hasLeft && parts.unit.trim() === ''
  function write(changes: Partial<SplitAddress>) {
    const next = { ...parts, ...changes }
    setTyped(next)
    onChange(joinUnit(next))
  }
  return (
    <>
      <DetailField
        {...address}
        value={parts.street}
        onChange={(street) => write({ street })}
        input={{ autoComplete: 'address-line1', onBlur }}
      />
      <DetailField
        name="unit"
        value={parts.unit}
        error={undefined}
        locked={locked}
        onChange={(unit) => write({ unit })}
        optional
        input={{ autoComplete: 'address-line2', onBlur }}
      >
        <Suggested
          field={address}
          suggestion={isChecked ? suggestUnit(value, onFile) : undefined}
          texts={suggestions.unit(unitOf(onFile))}
        />
      </DetailField>
    </>
  )
}
