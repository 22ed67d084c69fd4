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
    text: 'Every client. Those who have answered are asked again and become pending.',
    count: 'totalUsers',
  },
  {
    value: 'pending',
    label: 'Pending clients',
    text: 'Those who have not answered yet.',
    count: 'pending',
  },
  {
    value: 'confirmed',
    label: 'Confirmed clients',
    text: 'Those who said their details are correct. They are asked again.',
    count: 'confirmed',
  },
  {
    value: 'updated',
    label: 'Updated clients',
    text: 'Those who corrected their details. They are asked again.',
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
      <legend className="mb-2 text-md font-semibold">Recipients</legend>
      <div className="grid gap-2.5">
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
