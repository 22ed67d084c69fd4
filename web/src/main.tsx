import './without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app.css'
import { followOtherTabs, restoreSession } from './auth/sign-in.ts'
import { currentSession, forgetWaiting, onSessionChange } from './lib/session.ts'
import { clearToasts } from './lib/toast.ts'
import { router } from './router.tsx'
import { Toaster } from './ui/toaster.tsx'

/** Spec §9: no retries, no refetch on focus or by the clock, data never stale. Without network, calls fail at once. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A screen that opens shows its cached data and reads again.
      refetchOnMount: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const personOf = ({ user, halfway }: ReturnType<typeof currentSession>) =>
  user?.id ?? halfway?.user.id
let person = personOf(currentSession())
/** The administrator whose data the cache holds. */
let owner: string | undefined

// The next administrator in this browser must not see cached data. A mailed link's data may stay: it belongs to no
// account, and the link's page is still open after a sign-in by link.
onSessionChange(() => {
  const { user, waiting } = currentSession()
  if (personOf(currentSession()) !== person) clearToasts()
  person = personOf(currentSession())
  if (waiting) keepQueries()
  const next = (user ?? waiting)?.id
  if (owner && owner !== next) {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' })
    queries.getMutationCache().clear()
  }
  owner = next
})

/** Keeps data that a hidden screen's forms need: it would be dropped after minutes, as nothing observes it. */
function keepQueries() {
  for (const query of queries.getQueryCache().findAll({ type: 'active' }))
    query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY })
}

// The person has agreed to discard the unsaved work.
router.subscribe('onResolved', ({ pathChanged }) => pathChanged && forgetWaiting())

void restoreSession()
followOtherTabs()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Toaster>
        <RouterProvider router={router} />
      </Toaster>
    </QueryClientProvider>
  </StrictMode>,
)
