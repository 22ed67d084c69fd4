import { ClientFilter } from '@attest/contract/clients'
import type { Round } from '@attest/contract/rounds'
import type { View } from '@attest/contract/views'
import { readFailure } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import {
  DAYS_OF_MONTH,
  nameOfAsked,
  type RoundForm,
  type RoundValues,
  type Who,
} from './round-values.ts'
import type { RoundAsked, useRoundPreview } from './use-rounds.ts'

export interface Given {
  round: Round | undefined
  selected: Who | undefined
  views: View[]
}

const keyOf = ({ id }: View) => `view ${id}`

type Watched = [
  who: RoundValues['who'],
  leavesOut: RoundValues['leavesOut'],
  months: RoundValues['months'],
  template: RoundValues['template_id'],
]

/** The preview's query for the clients that the form asks; null: nobody. */
export function askedBy([who, leavesOut, months, template]: Watched, given: Given) {
  if (who === 'nobody') return null
  const left = leavesOut ? Math.round(Number(months)) * DAYS_OF_MONTH : 0
  return {
    ...clientsOf(who, given),
    leaveOutDays: Number.isFinite(left) && left > 0 ? Math.min(left, 3660) : 0,
    ...(template && { templateId: template }),
  } as RoundAsked
}

function clientsOf(who: string, { round, selected, views }: Given): object {
  const view = views.find((each) => keyOf(each) === who)
  if (view) return view.filter
  // The view was deleted meanwhile, so it matches nobody.
  if (who.startsWith('view ')) return { ...ClientFilter.parse({}), gone: 'view' }
  const chosen = who === 'selected' ? selected : who === 'kept' ? round?.asks : undefined
  if (chosen?.ids) return { ...ClientFilter.parse({}), ids: chosen.ids.join(',') }
  return ClientFilter.parse(chosen?.filter ?? {})
}

function Choice({ form, round, selected, views }: { form: RoundForm } & Given) {
  const options = [
    ...(selected
      ? [['selected', selected.ids ? nameOfAsked(selected) : 'Clients of the list'] as const]
      : []),
    ...(round?.asks ? [['kept', nameOfAsked(round.asks)] as const] : []),
    ['all', 'All clients'] as const,
    ...views.map((view) => [keyOf(view), `View: ${view.name}`] as const),
    ...(round ? [] : [['nobody', 'Nobody yet'] as const]),
  ]
  return (
    <Field label="First letters to" error={form.formState.errors.who?.message}>
      <Select className="w-full" options={options} {...form.register('who')} />
    </Field>
  )
}

interface FiguresProps {
  form: RoundForm
  preview: ReturnType<typeof useRoundPreview>
  asked: boolean
}

function Figures({ form, preview, asked }: FiguresProps) {
  const { data, error, isPlaceholderData, refetch } = preview
  if (!asked) return <p className="text-ink-2">No email goes out by itself. Send letters later.</p>
  return (
    <div className="grid gap-3">
      <LeaveOut form={form} />
      {error && (
        <p role="alert">
          {readFailure(error)}{' '}
          <Button variant="link" size="inline" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      <div
        role="status"
        className={`min-h-36 max-md:min-h-60 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {data && <Equation figures={data} />}
      </div>
    </div>
  )
}

const LeaveOut = ({ form }: { form: RoundForm }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <Checkbox label="Leave out those who answered in the last" {...form.register('leavesOut')} />
    <Input
      type="number"
      min={1}
      max={118}
      aria-label="Months"
      className="h-8! w-16!"
      disabled={!form.watch('leavesOut')}
      {...form.register('months')}
    />
    months
  </div>
)

type FigureValues = NonNullable<FiguresProps['preview']['data']>

function Equation({ figures }: { figures: FigureValues }) {
  const { total, answeredLately, excused, disputed, reported, withoutEmail, totalUsers } = figures
  const parts = [
    ['', total, 'chosen'],
    ['−', answeredLately, 'answered lately'],
    ['−', excused + disputed + reported, 'not to be asked'],
    ['−', withoutEmail, 'no email'],
    ['=', totalUsers, totalUsers === 1 ? 'client to email' : 'clients to email'],
  ] as const
  return (
    <>
      <dl className="grid border-y border-line md:grid-cols-5">
        {parts.map(([sign, count, name]) => (
          <div
            key={name}
            className="flex items-baseline gap-2 py-2 max-md:justify-between md:block md:border-l md:border-line md:px-4 md:first:border-l-0 md:first:pl-0"
          >
            <dt className="text-md text-ink-2 md:mt-0.5">{name}</dt>
            <dd className="font-serif text-2xl font-semibold">
              {sign && <span className="mr-1.5 font-normal text-ink-3">{sign}</span>}
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      <Remarks figures={figures} />
    </>
  )
}

function Remarks({ figures }: { figures: FigureValues }) {
  const {
    answered,
    letters,
    excused,
    reported,
    unusableAddress,
    withoutEmail,
    totalUsers,
    emails,
  } = figures
  const templateName = useTemplateName()
  const names = letters.map(
    ({ template_id, recipients }) => `${templateName(template_id)} ${formatNumber(recipients)}`,
  )
  const lines = [
    names.length > 0 && `By letter: ${names.join(', ')}.`,
    emails < totalUsers &&
      `${counted(emails, 'email', 'emails')}: clients who share an address get one together.`,
    answered > 0 &&
      `${counted(answered, 'client who has answered is', 'clients who have answered are')} asked again.`,
    excused > 0 && `${formatNumber(excused)} marked “Do not ask”.`,
    reported > 0 &&
      `${formatNumber(reported)} reported as the wrong person or as deceased: call about them.`,
    withoutEmail > 0 &&
      'Those without an email are outstanding at once: call them or write to them.',
    unusableAddress > 0 &&
      `${counted(unusableAddress, 'address', 'addresses')} cannot be mailed and will fail.`,
    figures.withoutLink > 0 &&
      `${counted(figures.withoutLink, 'gets', 'get')} a letter without a link: nobody can answer it.`,
    totalUsers === 0 && withoutEmail === 0 && 'Nobody would be asked.',
  ].filter((line) => line !== false)
  return <p className="mt-2 text-md text-ink-2">{lines.join(' ')}</p>
}

export const RoundWho = { Choice, Figures }
