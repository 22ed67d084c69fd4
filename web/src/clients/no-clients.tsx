import type { ClientQuery } from '@attest/contract/clients'
import { SearchX, Users } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { isFiltered } from './more-filters.tsx'

export function NoClients({ query }: { query: ClientQuery }) {
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No users found"
        text="No users found matching your criteria. Try adjusting your search or filters."
      />
    )
  }
  return (
    <EmptyState
      icon={Users}
      title="No users yet"
      text="Add the first one with the Create User button under Clients, or import a spreadsheet."
    />
  )
}
