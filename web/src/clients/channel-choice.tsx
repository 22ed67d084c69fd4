import type { OtherChannel } from '@attest/contract/verification'
import { Checkbox } from '../ui/checkbox.tsx'
import { Segments } from '../ui/segments.tsx'

const CHANNELS = [
  ['phone', 'By phone'],
  ['letter', 'By letter'],
  ['in_person', 'In person'],
] as const

interface ChannelChoiceProps {
  value: OtherChannel
  onChange: (via: OtherChannel) => void
}

export const ChannelChoice = (props: ChannelChoiceProps) => (
  <Segments label="How" options={CHANNELS} {...props} />
)

interface SaveAsAnswerProps {
  /** Undefined: an edit by the office alone. */
  value: OtherChannel | undefined
  onChange: (via: OtherChannel | undefined) => void
}

export function SaveAsAnswer({ value, onChange }: SaveAsAnswerProps) {
  return (
    <div className="mt-5 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2">
      <Checkbox
        label="The client told us: save it as the client’s answer"
        checked={value !== undefined}
        onChange={(event) => onChange(event.target.checked ? 'phone' : undefined)}
      />
      {value && <ChannelChoice value={value} onChange={onChange} />}
    </div>
  )
}
