import {
  CatchBoundary,
  Link,
  Navigate,
  Outlet,
  useChildMatches,
  useLocation,
  useNavigate,
} from '@tanstack/react-router'
import { Hourglass, LogOut, ScrollText, Settings2, ShieldCheck, User, UserCog } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import * as Tooltips from 'radix-ui/tooltip'
import {
  Activity,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { signOut } from './auth/sign-in.ts'
import { ErrorPage } from './error-page.tsx'
import { FindButton } from './find-button.tsx'
import { ImportDialogHost } from './imports/import-dialog-host.tsx'
import { firm, useFirm } from './lib/firm.ts'
import { keepFocusIn } from './lib/focus.ts'
import { leavePage } from './lib/guards.ts'
import { type Barred, useSession } from './lib/session.ts'
import { LowerNotice } from './lower-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { Button, buttonClass, Tooltip } from './ui/button.tsx'
import { Mark } from './ui/mark.tsx'
import { PageHeader } from './ui/page.tsx'
import { EmptyState, Panel, ReadError } from './ui/panel.tsx'
import { PanelsSkeleton, SkeletonLines } from './ui/skeleton.tsx'

const LoginPage = lazy(() => import('./auth/login-page.tsx'))

const FRAME =
  'grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[3.5rem_1fr] md:grid-cols-[14.5rem_minmax(0,1fr)] md:grid-rows-[3.75rem_1fr]'

/** Shown to signed-in people only. During a sign-in, a screen with unsaved work stays hidden, without effects. */
export function Layout() {
  const { user, waiting, loading, ended, unchecked, barred } = useSession()
  const owner = user ?? waiting
  // The first screen renders in slices even if the session is known, so the page responds meanwhile.
  const isReady = useDeferredValue(owner !== null, false)
  if (unchecked && !owner) return <ErrorPage error={unchecked} />
  if (loading && !waiting) return <LoadingPage />
  if (!owner) return <ToLogin remember={ended !== 'left'} />
  if (!isReady) return <LoadingPage />
  return (
    <>
      <Activity key={owner.id} mode={user ? 'visible' : 'hidden'}>
        <Screen email={owner.email} barred={barred} />
      </Activity>
      {!user && (
        <Suspense>
          <LoginPage />
        </Suspense>
      )}
    </>
  )
}

function Screen({ email, barred }: { email: string; barred: Barred | null }) {
  return (
    // A tooltip waits 700 ms, but none within 300 ms of the last one (spec §9).
    <Tooltips.Provider delayDuration={700} skipDelayDuration={300}>
      <ImportDialogHost>
        {/* A button, as the router does not know the history entry of a link: Back would fail. */}
        <button
          type="button"
          onClick={() => document.getElementById('main')?.focus()}
          className="fixed top-2 left-2 z-30 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-accent-ink focus:translate-y-0"
        >
          Skip to content
        </button>
        <div className={FRAME}>
          <TopBar email={email} barred={barred !== null} />
          {!barred && <Sidebar />}
          <Main barred={barred} />
          <LowerNotice className={barred ? 'col-span-full' : 'col-start-1 md:col-start-2'} />
        </div>
      </ImportDialogHost>
    </Tooltips.Provider>
  )
}

/** The empty frame, as index.html draws it before the scripts have loaded. */
const LoadingPage = () => (
  <div className={FRAME}>
    <header className="col-span-full flex items-center gap-3 border-b border-line bg-panel px-4 font-serif text-[1.0625rem] font-semibold tracking-[0.01em] md:px-6">
      <Mark />
      {firm.name}
    </header>
    <div className="border-line max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:h-(--bottom-bar) max-md:border-t max-md:bg-panel md:border-r">
      <SkeletonLines count={6} className="h-72 px-6.5 py-3 max-md:hidden" />
    </div>
    <main className="px-4 pt-5 md:px-8 md:pt-8">
      <div role="status">
        <h1 className="mb-6 text-[1.5rem] text-ink-3 md:text-3xl">Loading...</h1>
      </div>
      <PanelsSkeleton />
    </main>
  </div>
)

/** Keeps the address of the first render, as it changes during the navigation. */
function ToLogin({ remember }: { remember: boolean }) {
  const navigate = useNavigate()
  const { href } = useLocation()
  const [from] = useState(href)
  useEffect(() => {
    void navigate({
      to: '/login',
      search: (remember ? { next: from } : {}) as never,
      replace: true,
    })
  }, [navigate, from, remember])
  return null
}

/** The focus starts at the top of a new screen, as on a new page. So it does after a sign-in over a screen. */
function Main({ barred }: { barred: Barred | null }) {
  const { pathname } = useLocation()
  // The screen on display: `pathname` is already the next one's while that loads.
  const screen = useChildMatches({ select: ([match]) => match?.id })
  const main = useRef<HTMLElement>(null)
  useEffect(() => keepFocusIn(main.current!), [])
  const shown = useRef(pathname)
  // Before the paint, as later it could take the focus from a control that was just pressed.
  useLayoutEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
    return () => {
      shown.current = ''
    }
  }, [pathname])
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className={`row-start-2 w-full min-w-0 px-4 pt-5 pb-34 outline-none md:px-8 md:pt-8 md:pb-16 ${barred ? 'col-span-full mx-auto max-w-[57rem]' : 'col-start-1 max-w-[105rem] md:col-start-2'}`}
    >
      <CatchBoundary getResetKey={() => screen} errorComponent={ScreenError}>
        {barred && pathname !== '/account' ? <BarredScreen barred={barred} /> : <Outlet />}
      </CatchBoundary>
    </main>
  )
}

/** Replaces a screen that crashed; the layout and a running import stay. */
const ScreenError = ({ error, reset }: { error: unknown; reset: () => void }) => (
  <>
    <PageHeader title="Something went wrong" />
    <ReadError
      inPanel
      title="This screen could not be shown"
      fallback="If trying again does not help, please reload the page."
      reading={{ error, refetch: reset }}
    />
  </>
)

/** Replaces every screen except the account's until the administrator may see clients. */
function BarredScreen({ barred }: { barred: Barred }) {
  if (barred === 'two_factor_required') return <Navigate to="/account" replace ignoreBlocker />
  return (
    <>
      <PageHeader title="Welcome" />
      <Panel>
        <EmptyState
          icon={Hourglass}
          title="Your account waits for approval"
          text={`You can start as soon as an administrator of ${firm.name} approves it.`}
          action={
            <div className="flex flex-wrap justify-center gap-2.5">
              <Button variant="primary" onClick={() => location.reload()}>
                Check again
              </Button>
              <Link to="/account" className={buttonClass()}>
                Your Account
              </Link>
            </div>
          }
        />
      </Panel>
    </>
  )
}

function TopBar({ email, barred }: { email: string; barred: boolean }) {
  const { name } = useFirm()
  return (
    <header className="top-bar z-11 col-span-full flex items-center md:sticky md:top-0 low:static gap-3.5 border-b border-line bg-panel px-4 md:px-6">
      <Link
        to="/dashboard"
        className="flex min-w-0 items-center gap-3 font-serif text-[1.0625rem] font-semibold tracking-[0.01em] text-ink no-underline"
      >
        <Mark />
        <span className="truncate">{name}</span>
      </Link>
      <div className="ml-auto flex items-center gap-1">
        {!barred && <FindButton />}
        <AccountMenu email={email} barred={barred} />
        <Tooltip text="Sign out">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Sign out"
            onClick={() => leavePage(signOut)}
          >
            <LogOut aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </header>
  )
}

const itemClass =
  'flex items-center gap-2.75 rounded-md px-3 py-2.25 font-medium text-ink-2 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent [&>svg]:size-[1.15em] [&>svg]:shrink-0'

const SCREENS = [
  ['/account', 'Your Account', UserCog],
  ['/settings', 'Settings', Settings2],
  ['/administrators', 'Administrators', ShieldCheck],
  ['/security-log', 'Security Log', ScrollText],
] as const

/** `barred`: the administrator may open only the account page. */
function AccountMenu({ email, barred }: { email: string; barred: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Tooltip text="Account">
        <Popover.Trigger asChild>
          <Button variant="quiet" size="icon" aria-label="Account">
            <User aria-hidden />
          </Button>
        </Popover.Trigger>
      </Tooltip>
      <Popover.Portal>
        <Popover.Content
          data-motion
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Account"
          className="z-20 w-68 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-panel p-1.5 shadow-up outline-none"
        >
          <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5">
            <p className="text-sm text-ink-3">Signed in as</p>
            <p className="font-semibold wrap-anywhere">{email}</p>
          </div>
          <nav aria-label="Account" className="flex flex-col gap-0.5">
            {(barred ? SCREENS.slice(0, 1) : SCREENS).map(([to, name, Icon]) => (
              <Link key={to} to={to} className={itemClass} onClick={close}>
                <Icon aria-hidden />
                {name}
              </Link>
            ))}
          </nav>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
