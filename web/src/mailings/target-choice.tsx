import type { StatusFilter } from '@attest/contract/clients'
import type { Stats } from '@attest/contract/dashboard'
import { useId } from 'react'
import { useStats } from '../dashboard/use-dashboard.ts'
import { formatNumber } from '../lib/format.ts'

interface Target {
  value: StatusFilter
  label: string
  text: string
  count: keyof Stats & ('totalUsers' | 'pending' | 'confirmed' | 'updated')
}

export const TARGETS: Target[] = [
  {
    value: 'all',
    label: 'All users',
    text: 'Everyone. Whoever has answered is asked again and becomes pending.',
    count: 'totalUsers',
  },
  {
    value: 'pending',
    label: 'Pending users',
    text: 'Those who have not answered yet.',
    count: 'pending',
  },
  {
    value: 'confirmed',
    label: 'Confirmed users',
    text: 'Those who said their details are correct. They are asked again.',
    count: 'confirmed',
  },
  {
    value: 'updated',
    label: 'Updated users',
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
  const { data: stats } = useStats()
  return (
    <fieldset>
      <legend className="mb-2 text-md font-semibold">Target users</legend>
      <div className="grid gap-2.5">
        {TARGETS.map((target) => (
          <label
            key={target.value}
            htmlFor={`${id}-${target.value}`}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-line-strong px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              id={`${id}-${target.value}`}
              type="radio"
              name={id}
              className="mt-1 size-4.25 shrink-0 accent-accent outline-none"
              checked={target.value === value}
              onChange={() => onChange(target.value)}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{target.label}</span>
              <span className="block text-md text-ink-2">{target.text}</span>
            </span>
            {stats && (
              <span className="font-semibold text-ink-2">{formatNumber(stats[target.count])}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
