import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import { Layout } from './layout.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
const admin = createRoute({ getParentRoute: () => root, id: 'admin', component: Layout })

type Load = () => Promise<{ default: RouteComponent }>

const open = <const P extends string>(path: P, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) })
const screen = <const P extends string>(path: P, load: Load) =>
  createRoute({ getParentRoute: () => admin, path, component: lazyRouteComponent(load) })

const routes = root.addChildren([
  open('/', () => import('./auth/login-page.tsx')),
  open('/login', () => import('./auth/login-page.tsx')),
  open('/sign-in', () => import('./auth/provider-return-page.tsx')),
  open('/forgot-password', () => import('./auth/forgot-password-page.tsx')),
  open('/link', () => import('./auth/link-page.tsx')),
  admin.addChildren([
    screen('/dashboard', () => import('./dashboard/dashboard-page.tsx')),
    screen('/review', () => import('./reviews/review-page.tsx')),
    screen('/rounds', () => import('./rounds/round-list-page.tsx')),
    screen('/rounds/$id', () => import('./rounds/round-page.tsx')),
    screen('/rounds/$id/calls', () => import('./rounds/calls-page.tsx')),
    screen('/user-management', () => import('./clients/client-list-page.tsx')),
    screen('/user-management/trash', () => import('./clients/trash-page.tsx')),
    screen('/user-management/$userId', () => import('./clients/client-page.tsx')),
    screen('/email-templates', () => import('./templates/template-list-page.tsx')),
    screen('/email-templates/create', () => import('./templates/template-editor-page.tsx')),
    screen('/email-templates/edit/$id', () => import('./templates/template-editor-page.tsx')),
    screen('/mailings', () => import('./mailings/mailing-list-page.tsx')),
    screen('/mailings/$mailingId', () => import('./mailings/mailing-page.tsx')),
    screen('/letters', () => import('./letters/letters-page.tsx')),
    screen('/imports', () => import('./imports/import-list-page.tsx')),
    screen('/imports/$importId', () => import('./imports/import-page.tsx')),
    screen('/outbox', () => import('./outbox/outbox-page.tsx')),
    screen('/account', () => import('./account/account-page.tsx')),
    screen('/administrators', () => import('./administrators/administrators-page.tsx')),
    screen('/settings', () => import('./settings/settings-page.tsx')),
    screen('/delivery', () => import('./delivery/delivery-page.tsx')),
    screen('/security-log', () => import('./security-log/security-log-page.tsx')),
  ]),
])

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  notFoundMode: 'root',
  scrollRestoration: true,
  // Values in the address are plain text. The router's own parser would read 0123 as a number.
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
