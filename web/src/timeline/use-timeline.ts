import * as calls from '@attest/contract/timeline'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { usePage } from '../lib/use-read.ts'
import { LIVE_MS } from '../mailings/use-mailings.ts'

const isWaiting = (entry: calls.TimelineEntry) =>
  entry.type === 'email' && ['queued', 'sending'].includes(entry.state)

/** `before`: the cursor from the page above, or '' for the newest entries. */
export const useTimeline = (id: number, kind: calls.TimelineFilter, before: string) =>
  usePage(calls.listTimeline, {
    params: { id },
    query: { kind, before },
    queryKey: ['timeline', id, kind, before],
    refetchInterval: ({ state }) => (state.data?.entries.some(isWaiting) ? LIVE_MS : false),
  })

const refreshes = ['timeline']

export const useAddNote = action(calls.addNote, {
  // Also rereads the client, who may have been deleted during the typing.
  refreshes: [...refreshes, 'client'],
  success: { title: 'Note added' },
  failure: unlessAtField(mayRetry('Note not added', 'The note could not be saved.')),
})

export const useEditNote = action(calls.editNote, {
  refreshes,
  success: { title: 'Note changed' },
  failure: unlessAtField(mayRetry('Note not changed', 'The note could not be saved.')),
})

export const useStrikeNote = action(calls.strikeNote, {
  refreshes,
  success: { title: 'Note struck out' },
  failure: mayRetry('Note not struck out', 'The note could not be struck out.'),
})
