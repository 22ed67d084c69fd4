import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: Layout,
})

type Load<N extends string> = () => Promise<Record<N, RouteComponent>>

const open = <const P extends string, N extends string>(path: P, name: N, load: Load<N>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })
const screen = <const P extends string, N extends string>(path: P, name: N, load: Load<N>) =>
  createRoute({ getParentRoute: () => admin, path, component: lazyRouteComponent(load, name) })

const routes = root.addChildren([
  open('/', 'LoginPage', () => import('./auth/login-page.tsx')),
  open('/login', 'LoginPage', () => import('./auth/login-page.tsx')),
  open('/sign-in', 'ProviderReturnPage', () => import('./auth/provider-return-page.tsx')),
  open('/forgot-password', 'ForgotPasswordPage', () => import('./auth/forgot-password-page.tsx')),
  open('/link', 'LinkPage', () => import('./auth/link-page.tsx')),
  admin.addChildren([
    screen('/dashboard', 'DashboardPage', () => import('./dashboard/dashboard-page.tsx')),
    screen('/rounds', 'RoundListPage', () => import('./rounds/round-list-page.tsx')),
    screen('/rounds/$id', 'RoundPage', () => import('./rounds/round-page.tsx')),
    screen('/rounds/$id/calls', 'CallsPage', () => import('./rounds/calls-page.tsx')),
    screen('/user-management', 'ClientListPage', () => import('./clients/client-list-page.tsx')),
    screen('/user-management/$userId', 'ClientPage', () => import('./clients/client-page.tsx')),
    screen(
      '/email-templates',
      'TemplateListPage',
      () => import('./templates/template-list-page.tsx'),
    ),
    screen(
      '/email-templates/create',
      'CreateTemplatePage',
      () => import('./templates/template-editor-page.tsx'),
    ),
    screen(
      '/email-templates/edit/$id',
      'EditTemplatePage',
      () => import('./templates/template-editor-page.tsx'),
    ),
    screen('/mailings', 'MailingListPage', () => import('./mailings/mailing-list-page.tsx')),
    screen('/mailings/$mailingId', 'MailingPage', () => import('./mailings/mailing-page.tsx')),
    screen('/imports', 'ImportListPage', () => import('./imports/import-list-page.tsx')),
    screen('/imports/$importId', 'ImportPage', () => import('./imports/import-page.tsx')),
    screen('/outbox', 'OutboxPage', () => import('./outbox/outbox-page.tsx')),
    screen('/account', 'AccountPage', () => import('./account/account-page.tsx')),
    screen(
      '/administrators',
      'AdministratorsPage',
      () => import('./administrators/administrators-page.tsx'),
    ),
    screen(
      '/security-log',
      'SecurityLogPage',
      () => import('./security-log/security-log-page.tsx'),
    ),
  ]),
])

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  notFoundMode: 'root',
  scrollRestoration: true,
  // Every value in the address is plain text; the router's own parser would read 0123 as a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
