import { listClients, type ReadClient } from '@attest/contract/clients'
import { tidyText } from '@attest/contract/tidy'
import { keepPreviousData } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { CornerDownLeft, Search } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import { CreateClientDialog, RecordAnswerDialog, RoundDialog } from './lazy-dialogs.ts'
import { readFailure } from './lib/call.ts'
import { useRead } from './lib/use-read.ts'
import * as palette from './palette-choices.ts'
import { overlayClass, panelClass, useFocusReturn } from './ui/dialog.tsx'

const DEBOUNCE_MS = 150
/** Reads more clients than it shows, as the search also finds emails and addresses: names that fit come first. */
const READ_CLIENTS = 25
const SHOWN_CLIENTS = 6
/** Clients are searched from this length on: a single letter would match nearly everybody. */
const LEAST_LETTERS = 2

/** Finds clients, screens and actions by the keyboard (decision 56). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [action, setAction] = useState<palette.Action>()
  if (action === 'create') return <CreateClientDialog onClose={onClose} />
  if (action === 'round') return <RoundDialog onClose={onClose} />
  if (action) return <RecordAnswerDialog id={action.answerOf} onClose={onClose} />
  return <Finder onAction={setAction} onClose={onClose} />
}

function Finder(ways: palette.Ways) {
  const focusReturn = useFocusReturn()
  const [text, setText] = useState('')
  const found = useFound(text)
  const choices = palette.useChoices(text, found.clients, ways)
  const [chosen, setChosen] = useState<string>()
  const value = choices.find(({ id }) => id === chosen)?.id ?? choices[0]?.id ?? ''
  // Enter waits for the reply, as the choices still belong to the earlier text.
  const [entered, setEntered] = useState(false)
  const run = useEffectEvent(() => choices.find(({ id }) => id === value)?.run())
  useEffect(() => {
    if (entered && !found.isPending) run()
  }, [entered, found.isPending])
  return (
    <Radix.Root open onOpenChange={ways.onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            data-motion
            {...focusReturn}
            aria-describedby={undefined}
            className={`${panelClass} mt-[10dvh]! max-w-[40rem]`}
          >
            <Radix.Title className="sr-only">Find</Radix.Title>
            <Command
              label="Find"
              shouldFilter={false}
              loop
              value={value}
              onValueChange={setChosen}
              className="flex min-h-0 flex-col"
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !found.isPending) return setEntered(false)
                event.preventDefault()
                setEntered(true)
              }}
            >
              <div className="flex items-center gap-3 border-b border-line px-5">
                <Search aria-hidden className="size-4.25 shrink-0 text-ink-3" />
                <Command.Input
                  value={text}
                  maxLength={200}
                  onValueChange={(next) => {
                    setText(next)
                    setChosen(undefined)
                  }}
                  placeholder="Clients, screens and actions"
                  className="h-14 w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-ink-3"
                />
              </div>
              <Command.List className="max-h-[min(26rem,60dvh)] min-h-40 overflow-y-auto py-1.5">
                {found.error && (
                  <p role="alert" className="px-5 py-2.5 text-danger">
                    Clients could not be searched. {readFailure(found.error)}
                  </p>
                )}
                {choices.length === 0 && !found.error && (
                  <p role="status" className="px-5 py-2.5 text-ink-2">
                    {found.isPending ? 'Searching...' : `Nothing found for “${text.trim()}”.`}
                  </p>
                )}
                {GROUPS.map((group) => (
                  <Group
                    key={group}
                    name={group}
                    stale={group === 'Clients' && found.isPending}
                    choices={choices.filter((choice) => choice.group === group)}
                  />
                ))}
              </Command.List>
            </Command>
            <Keys />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

const GROUPS = ['Clients', 'Do', 'Go to'] as const

/** Clients who match, once the typing rests. Until the reply is here, the last one's clients stay as pending. */
function useFound(text: string) {
  const wanted = tidyText(text)
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSearch, DEBOUNCE_MS, wanted)
    return () => clearTimeout(timer)
  }, [wanted])
  const enabled = wanted.length >= LEAST_LETTERS
  const { data, error, isFetching, isPlaceholderData } = useRead(listClients, {
    query: { search, limit: READ_CLIENTS },
    queryKey: ['clients', 'palette', search],
    enabled: enabled && search.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData as never,
    gcTime: 0,
  })
  const isPending = enabled && (search !== wanted || (isFetching && (!data || isPlaceholderData)))
  const all: ReadClient[] = (enabled && data?.users) || []
  const isNamed = (client: ReadClient) =>
    palette.fits(palette.nameOf(client), palette.wordsOf(search))
  const named = all.filter(isNamed)
  const others = all.filter((client) => !isNamed(client))
  const clients = [...named, ...others].slice(0, SHOWN_CLIENTS)
  return { clients, error: enabled && !isPending ? error : null, isPending }
}

interface GroupProps {
  name: string
  stale: boolean
  choices: palette.Choice[]
}

function Group({ name, stale, choices }: GroupProps) {
  if (choices.length === 0) return null
  return (
    <Command.Group
      heading={name}
      className="[&_[cmdk-group-heading]]:px-5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-2"
    >
      {choices.map(({ id, icon: Icon, label, hint, run }) => (
        <Command.Item
          key={id}
          value={id}
          onSelect={() => stale || run()}
          className={`group flex min-h-10.5 cursor-pointer items-center gap-3 px-5 py-1.5 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent ${stale ? 'opacity-60' : ''}`}
        >
          <Icon aria-hidden className="size-4.25 shrink-0" />
          <span dir="auto" className="min-w-0 flex-1 text-left wrap-anywhere">
            {label}
          </span>
          {hint && <span className="max-w-2/5 truncate text-md text-ink-3">{hint}</span>}
          <CornerDownLeft
            aria-hidden
            className="size-4 shrink-0 opacity-0 group-data-[selected=true]:opacity-100"
          />
        </Command.Item>
      ))}
    </Command.Group>
  )
}

const keyClass =
  'rounded-sm border border-line bg-panel px-1.5 py-0.5 font-sans text-sm font-semibold'

const Keys = () => (
  <p className="flex gap-5 border-t border-line bg-sunk px-5 py-2.5 text-md text-ink-2 max-md:hidden">
    <span>
      <kbd className={keyClass}>↑</kbd> <kbd className={keyClass}>↓</kbd> Choose
    </span>
    <span>
      <kbd className={keyClass}>↵</kbd> Open
    </span>
    <span>
      <kbd className={keyClass}>Esc</kbd> Close
    </span>
  </p>
)
