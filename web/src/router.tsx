import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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

const LoginPage = lazyRouteComponent(() => import('./auth/login-page.tsx'), 'LoginPage')

const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: LoginPage }),
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(
      () => import('./auth/provider-return-page.tsx'),
      'ProviderReturnPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('./auth/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/link',
    component: lazyRouteComponent(() => import('./auth/link-page.tsx'), 'LinkPage'),
  }),
  admin.addChildren([
    createRoute({
      getParentRoute: () => admin,
      path: '/dashboard',
      component: lazyRouteComponent(
        () => import('./dashboard/dashboard-page.tsx'),
        'DashboardPage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/user-management',
      component: lazyRouteComponent(
        () => import('./clients/client-list-page.tsx'),
        'ClientListPage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/user-management/$userId',
      component: lazyRouteComponent(() => import('./clients/client-page.tsx'), 'ClientPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/email-templates',
      component: lazyRouteComponent(
        () => import('./templates/template-list-page.tsx'),
        'TemplateListPage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/email-templates/create',
      component: lazyRouteComponent(
        () => import('./templates/template-editor-page.tsx'),
        'CreateTemplatePage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/email-templates/edit/$id',
      component: lazyRouteComponent(
        () => import('./templates/template-editor-page.tsx'),
        'EditTemplatePage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/mailings',
      component: lazyRouteComponent(
        () => import('./mailings/mailing-list-page.tsx'),
        'MailingListPage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/mailings/$mailingId',
      component: lazyRouteComponent(() => import('./mailings/mailing-page.tsx'), 'MailingPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/outbox',
      component: lazyRouteComponent(() => import('./outbox/outbox-page.tsx'), 'OutboxPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/account',
      component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/administrators',
      component: lazyRouteComponent(
        () => import('./administrators/administrators-page.tsx'),
        'AdministratorsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/security-log',
      component: lazyRouteComponent(
        () => import('./security-log/security-log-page.tsx'),
        'SecurityLogPage',
      ),
    }),
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
