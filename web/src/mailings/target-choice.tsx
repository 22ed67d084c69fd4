import type { StatusFilter } from '@attest/contract/clients'
import type { Stats } from '@attest/contract/dashboard'
import { useId } from 'react'
import { useStats } from '../dashboard/use-dashboard.ts'
import { formatNumber } from '../lib/format.ts'
import { Choice } from '../ui/choice.tsx'

interface Target {
  value: StatusFilter
  label: string
  text: string
  count: keyof Stats & ('totalUsers' | 'pending' | 'confirmed' | 'updated')
}

export const TARGETS: Target[] = [
  {
    value: 'all',
    label: 'All clients',
    text: 'Everyone, answered or not.',
    count: 'totalUsers',
  },
  {
    value: 'pending',
    label: 'Pending clients',
    text: 'They have not answered yet.',
    count: 'pending',
  },
  {
    value: 'confirmed',
    label: 'Confirmed clients',
    text: 'They said all is correct.',
    count: 'confirmed',
  },
  {
    value: 'updated',
    label: 'Updated clients',
    text: 'They corrected their details.',
    count: 'updated',
  },
]

interface TargetChoiceProps {
  value: StatusFilter
  onChange: (target: StatusFilter) => void
}

export function TargetChoice({ value, onChange }: TargetChoiceProps) {
  const id = useId()
  const { data: stats } = useStats({ fresh: true })
  return (
    <fieldset>
      <legend className="mb-2 text-md font-semibold">Target clients</legend>
      <div className="grid gap-2.5 md:grid-cols-2">
        {TARGETS.map((target) => (
          <Choice
            key={target.value}
            name={id}
            label={target.label}
            text={target.text}
            checked={target.value === value}
            onChoose={() => onChange(target.value)}
            end={
              stats && (
                <span className="font-semibold text-ink-2">
                  {formatNumber(stats[target.count])}
                </span>
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
