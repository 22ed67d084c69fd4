import type { ClientSelection } from '@attest/contract/clients'
import type { Query } from '@attest/contract/endpoint'
import { previewReminder, remind } from '@attest/contract/mailings'
import { listOutstanding } from '@attest/contract/outstanding'
import { closeRound, getRound, listRounds, roundReport } from '@attest/contract/rounds'
import { deleteRound, previewRound, startRound, updateRound } from '@attest/contract/start-round'
import type * as z from 'zod/mini'
import { useSaveDownload } from '../lib/download.ts'
import { counted } from '../lib/format.ts'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { inQuery, usePage, useRead } from '../lib/use-read.ts'

const LIVE_MS = 2000

export const OutstandingQuery = listOutstanding.query
export type OutstandingQuery = z.output<typeof OutstandingQuery>

export const useRounds = () => useRead(listRounds, { queryKey: ['rounds'] })

export const useRound = (id: number | undefined) =>
  useRead(getRound, {
    queryKey: ['round', id],
    params: { id },
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.coverage.reasons.queued > 0 ? LIVE_MS : false,
  })

export const useOutstanding = (id: number, query: OutstandingQuery) =>
  usePage(listOutstanding, { queryKey: ['outstanding', id, query], params: { id }, query })

export const useReminderPreview = (id: number | undefined, selected: ClientSelection) =>
  useRead(previewReminder, {
    params: { id },
    query: inQuery(selected),
    enabled: id !== undefined,
    staleTime: 0,
  })

export type RoundAsked = Query<typeof previewRound>

export const useRoundPreview = (asked: RoundAsked | null) =>
  usePage(previewRound, {
    queryKey: ['round preview', asked],
    query: asked ?? {},
    enabled: asked !== null,
    staleTime: 0,
  })

export const useStartRound = action(startRound, {
  success: ({ name, planned }) => ({
    title: planned ? 'Round planned' : 'Round started',
    text: name,
  }),
  failure: unlessAtField(mayRetry('Round not started', 'The round could not be started.')),
})

export const useUpdateRound = action(updateRound, {
  refreshes: ['rounds', 'round', 'round preview'],
  success: ({ paused }, { body }) => {
    if (body.startsAt === null) return { title: 'Round started' }
    if (body.paused === undefined) return { title: 'Round saved' }
    return { title: paused ? 'Reminders paused' : 'Reminders resumed' }
  },
  failure: unlessAtField(mayRetry('Round not saved', 'The round could not be saved.')),
})

export const useDeleteRound = action(deleteRound, {
  refreshes: ['rounds'],
  success: { title: 'Plan deleted' },
  failure: mayRetry('Plan not deleted', 'The plan could not be deleted.'),
})

export const useCloseRound = action(closeRound, {
  success: ({ name }) => ({ title: 'Round closed', text: name }),
  failure: mayRetry('Round not closed', 'The round could not be closed.'),
})

export const useRemind = action(remind, {
  success: ({ recipients }, { body }) => {
    if (body.skip) return { title: 'Reminder skipped' }
    if (recipients > 0)
      return { title: 'Sending reminders', text: `To ${counted(recipients, 'client', 'clients')}.` }
    const text =
      'Each client has answered, cannot be reached by email, or was emailed in the last 24 hours.'
    return { title: 'Nobody to remind', text }
  },
  failure: mayRetry('Reminder not sent', 'The reminder could not be sent.'),
})

type ReportFormat = 'pdf' | 'csv'

export const useReport = (id: number) =>
  useSaveDownload({
    ask: (format: ReportFormat) => [
      roundReport,
      { params: { id }, query: { format } },
      `round-${id}.${format}`,
    ],
    saved: 'Report Saved',
    failure: mayRetry('Report Failed', 'The report could not be made.'),
  })
