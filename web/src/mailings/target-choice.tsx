import type { StatusFilter } from '@attest/contract/clients'
import { useId } from 'react'
import { countIn, useStats } from '../dashboard/use-dashboard.ts'
import { formatNumber } from '../lib/format.ts'
import { Choice } from '../ui/choice.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'

const TEXTS: Record<StatusFilter, string> = {
  all: 'Everyone, answered or not.',
  pending: 'They have not answered yet.',
  confirmed: 'They said all is correct.',
  updated: 'They corrected their details.',
}

const TARGETS = Object.keys(TEXTS) as StatusFilter[]

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
            key={target}
            name={id}
            label={TARGET_NAMES[target]}
            text={TEXTS[target]}
            checked={target === value}
            onChoose={() => onChange(target)}
            end={
              stats && (
                <span className="font-semibold text-ink-2">
                  {formatNumber(countIn(stats, target))}
                </span>
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
