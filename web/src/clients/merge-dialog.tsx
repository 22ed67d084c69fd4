import { ADDRESS_FIELDS, FIELD_LABELS, fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import { MERGE_FIELDS, mergeClients } from '@attest/contract/merges'
import { ownField } from '@attest/contract/own-columns'
import { postalLines } from '@attest/contract/place'
import { type ReactNode, useId, useState } from 'react'
import { fieldText } from '../history/field-text.ts'
import { formatDay } from '../lib/format.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { useOwnColumns, useOwnTexts } from '../lib/use-own-columns.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { useClient } from './use-clients.ts'

const useMergeClients = action(mergeClients, {
  success: (client) => ({
    title: 'Clients merged',
    text: `Both are ${fullName(client)} (${client.client_number}) now. You can undo this in the trash for 30 days.`,
  }),
  failure: mayRetry('Not merged', 'The clients could not be merged.'),
})

interface MergeDialogProps {
  ids: [number, number]
  onDone: () => void
  onClose: () => void
}

export default function MergeDialog({ ids, onDone, onClose }: MergeDialogProps) {
  const readings = [useClient(ids[0]), useClient(ids[1])] as const
  const templates = useTemplates()
  const columns = useOwnColumns()
  const ownTexts = useOwnTexts()
  const [one, other] = [readings[0].data, readings[1].data]
  const failed = [...readings, templates, columns].find(({ error, data }) => error && !data)
  if (one && other && templates.data && columns.data) {
    const nameOf = (id: string) => templates.data.find((each) => each.id === id)?.name ?? id
    const lines = linesOf([one, other], ownTexts, nameOf)
    return <MergeForm both={[one, other]} lines={lines} onDone={onDone} onClose={onClose} />
  }
  return (
    <Dialog title="Merge two clients" width="wide" onClose={onClose}>
      <DialogBody>
        {failed ? (
          <ReadError title="Failed to fetch the clients" reading={failed} />
        ) : (
          <SkeletonLines announced count={8} className="h-80" />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface Line {
  label: string
  fields: readonly string[]
  texts: [string, string]
}

function linesOf(
  both: [Client, Client],
  { columns, text: ownText }: ReturnType<typeof useOwnTexts>,
  templateName: (id: string) => string,
) {
  const line = (
    label: string,
    fields: readonly string[],
    text: (client: Client) => string,
  ): Line => ({ label, fields, texts: [text(both[0]), text(both[1])] })
  const fields = MERGE_FIELDS.filter((field) => !ADDRESS_FIELDS.includes(field)).map((field) =>
    line(FIELD_LABELS[field], [field], (client) => fieldText(field, client[field], templateName)),
  )
  const own = columns.map(({ id, name }) =>
    line(name, [ownField(id)], (client) => ownText(ownField(id), client.own[id])),
  )
  const all = [...fields, line('Address', ADDRESS_FIELDS, addressOf), ...own]
  return all.filter(({ texts: [one, other] }) => one !== other)
}

const addressOf = (client: Client) => postalLines(client).join(', ')

interface MergeFormProps extends Omit<MergeDialogProps, 'ids'> {
  both: [Client, Client]
  lines: Line[]
}

function MergeForm({ both, lines, onDone, onClose }: MergeFormProps) {
  const [staying, setStaying] = useState<0 | 1>(0)
  const [chosen, setChosen] = useState<Record<string, 0 | 1>>({})
  const merge = useMergeClients()
  const going = staying === 0 ? 1 : 0
  const sideOf = ({ label, texts }: Line) =>
    chosen[label] ?? (texts[staying] === '' ? going : staying)
  const [kept, other] = [both[staying], both[going]]
  const keep = Object.fromEntries(
    lines.flatMap((line) => line.fields.map((field) => [field, both[sideOf(line)].id])),
  )
  const { last_updated } = kept
  const body = { other: other.id, keep, last_updated, other_last_updated: other.last_updated }
  const submit = () =>
    merge.mutate(
      { params: { id: kept.id }, body },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Merge two clients"
      description="For two records of one person. Choose the record that stays, and the values that stay."
      width="wide"
      label="Merge"
      busyLabel="Merging..."
      busy={merge.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div inert={merge.isPending}>
        <Pair
          label="Record"
          side={staying}
          onSide={setStaying}
          contents={[<Who key="0" client={both[0]} />, <Who key="1" client={both[1]} />]}
        />
        {lines.map((line) => (
          <Pair
            key={line.label}
            label={line.label}
            side={sideOf(line)}
            onSide={(side) => setChosen((old) => ({ ...old, [line.label]: side }))}
            contents={line.texts.map((text) => text || <i className="text-ink-3">Empty</i>)}
          />
        ))}
      </div>
      <p className="mt-4 text-ink-2">
        {lines.length === 0 && 'All values are equal. '}
        Answers, files, history and emails of both become one story. The links and waiting emails of{' '}
        {other.client_number} end, and imports will know this number as a former one.
        {kept.excused_reason !== other.excused_reason &&
          ` “Do not ask” stays as it is for ${kept.client_number}.`}
      </p>
    </FormDialog>
  )
}

const Who = ({ client }: { client: Client }) => (
  <>
    <span className="block font-semibold">{fullName(client)}</span>
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
      {client.client_number}
      <StatusBadge status={client.status} />
      {formatDay(client.last_updated)}
    </span>
  </>
)

interface PairProps {
  label: string
  side: 0 | 1
  onSide: (side: 0 | 1) => void
  contents: ReactNode[]
}

function Pair({ label, side, onSide, contents }: PairProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      className="grid gap-x-2 gap-y-1 border-t border-line py-2 first:border-t-0 md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <span id={id} className="py-1.5 text-md font-semibold max-md:pb-0">
        {label}
      </span>
      {([0, 1] as const).map((each) => (
        <label
          key={each}
          htmlFor={`${id}-${each}`}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-2.5 py-1.5 wrap-anywhere has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            id={`${id}-${each}`}
            type="radio"
            name={id}
            className="mt-1 size-4 shrink-0 accent-accent outline-none"
            checked={side === each}
            onChange={() => onSide(each)}
          />
          <span className="min-w-0 flex-1">{contents[each]}</span>
        </label>
      ))}
    </div>
  )
}
