import { formatPhone, fullName } from '@attest/contract/client-fields'
import type { ReadClient } from '@attest/contract/clients'
import { isOpen } from '@attest/contract/rounds'
import { useNavigate } from '@tanstack/react-router'
import {
  Inbox,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Mail,
  MailCheck,
  PenLine,
  Phone,
  Plus,
  RefreshCw,
  ScrollText,
  Send,
  Settings2,
  ShieldCheck,
  Trash2,
  Upload,
  User,
  UserCog,
  Users,
} from 'lucide-react'
import { useOpenImport } from './imports/import-dialog-host.tsx'
import { counted } from './lib/format.ts'
import { useViews, viewSearch } from './lib/use-views.ts'
import { toCallIn } from './rounds/round-words.ts'
import { useRound, useRounds } from './rounds/use-rounds.ts'

export interface Choice {
  id: string
  group: 'Clients' | 'Do' | 'Go to'
  icon: LucideIcon
  label: string
  hint?: string
  run: () => void
}

const SCREENS = [
  ['/dashboard', 'Dashboard', LayoutGrid],
  ['/rounds', 'Rounds', RefreshCw],
  ['/review', 'Review Answers', ListChecks],
  ['/user-management', 'Clients', Users],
  ['/email-templates', 'Email Templates', Mail],
  ['/mailings', 'Mailings', Send],
  ['/imports', 'Import History', Upload],
  ['/outbox', 'Outbox', Inbox],
  ['/user-management/trash', 'Trash', Trash2],
  ['/settings', 'Settings', Settings2],
  ['/delivery', 'Email Delivery', MailCheck],
  ['/administrators', 'Administrators', ShieldCheck],
  ['/security-log', 'Security Log', ScrollText],
  ['/account', 'Your Account', UserCog],
] as const

export type Action = 'create' | 'round' | { answerOf: number }

export interface Ways {
  onAction: (action: Action) => void
  onClose: () => void
}

export const nameOf = (client: ReadClient) => `${fullName(client)}, ${client.client_number}`

/** Choices that fit the text, in the order of the groups. `clients`: those that the server found. */
export function useChoices(text: string, clients: ReadClient[], ways: Ways): Choice[] {
  const { onAction, onClose } = ways
  const navigate = useNavigate()
  const go = (to: string, more: object = {}) => {
    onClose()
    void navigate({ to, ...more } as never)
  }
  const words = wordsOf(text)
  const actions = useActions(ways, go)
  const screens = useScreens(go)
  const found = clients.map(
    (client): Choice => ({
      id: `client ${client.id}`,
      group: 'Clients',
      icon: User,
      label: nameOf(client),
      hint: /\d{3}/.test(text) ? formatPhone(client.phone_number) : client.city,
      run: () => go('/user-management/$userId', { params: { userId: String(client.id) } }),
    }),
  )
  const [first] = clients
  const answer: Choice[] = first
    ? [
        {
          id: 'answer',
          group: 'Do',
          icon: PenLine,
          label: `Record an answer from ${fullName(first)}`,
          run: () => onAction({ answerOf: first.id }),
        },
      ]
    : []
  return [
    ...found,
    ...answer,
    ...[...actions, ...screens].filter(({ label }) => fits(label, words)),
  ]
}

function useActions({ onAction, onClose }: Ways, go: (to: string, more?: object) => void) {
  const openImport = useOpenImport()
  const { data: open } = useRound(useRounds().data?.find(isOpen)?.id)
  const toCall = open ? toCallIn(open) : 0
  const actions: Choice[] = [
    {
      id: 'import',
      group: 'Do',
      icon: Upload,
      label: 'Import Data',
      run: () => {
        onClose()
        openImport()
      },
    },
    { id: 'create', group: 'Do', icon: Plus, label: 'Create User', run: () => onAction('create') },
    {
      id: 'round',
      group: 'Do',
      icon: RefreshCw,
      label: 'Start Round',
      run: () => onAction('round'),
    },
  ]
  if (!open || toCall === 0) return actions
  const call: Choice = {
    id: 'call',
    group: 'Do',
    icon: Phone,
    label: `Start calling ${counted(toCall, 'client', 'clients')}`,
    run: () => go('/rounds/$id/calls', { params: { id: String(open.id) } }),
  }
  return [call, ...actions]
}

function useScreens(go: (to: string, more?: object) => void): Choice[] {
  const { data: views = [] } = useViews()
  return [
    ...SCREENS.map(([to, label, icon]) => ({
      id: to,
      group: 'Go to' as const,
      icon,
      label,
      run: () => go(to),
    })),
    ...views.map((view) => ({
      id: `view ${view.id}`,
      group: 'Go to' as const,
      icon: Users,
      label: view.name,
      hint: 'View of clients',
      run: () => go('/user-management', { search: viewSearch(view) }),
    })),
  ]
}

/** Letters that Unicode does not split into base and accent, replaced as by the database's `search_fold`. */
const ALIKE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' }

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðıς]/g, (letter) => ALIKE[letter]!)

export const wordsOf = (text: string) => text.split(/\s+/).map(fold).filter(Boolean)

/** Whether the text contains each word. Ignores case and accents. */
export const fits = (text: string, words: string[]) =>
  words.every((word) => fold(text).includes(word))
