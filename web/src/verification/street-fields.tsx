import { joinUnit, type SplitAddress, splitUnit } from '@attest/contract/unit'
import { useState } from 'react'
import { DetailField, type FieldState } from './detail-field.tsx'
import { useTexts } from './texts/use-texts.ts'

/** One stored address on two lines: what is typed on one never jumps to the other. */
export function StreetFields({ address }: { address: FieldState }) {
  const { fields } = useTexts()
  const { value, locked, onChange } = address
  const [typed, setTyped] = useState(() => splitUnit(value))
  // The address was undone, or the office has changed it.
  const parts = joinUnit(typed) === value ? typed : splitUnit(value)
  function write(changes: Partial<SplitAddress>) {
    const next = { ...parts, ...changes }
    setTyped(next)
    onChange(joinUnit(next))
  }
  return (
    <>
      <DetailField
        name="address"
        {...address}
        value={parts.street}
        onChange={(street) => write({ street })}
        input={{ autoComplete: 'address-line1' }}
      />
      <div className="field">
        <label htmlFor="unit">
          {fields.unit}
          <span className="optional"> {fields.optional}</span>
        </label>
        <input
          id="unit"
          name="unit"
          autoComplete="address-line2"
          value={parts.unit}
          readOnly={locked}
          onChange={(event) => write({ unit: event.target.value })}
        />
      </div>
    </>
  )
}
