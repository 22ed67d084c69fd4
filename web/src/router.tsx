import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
})

const LoginPage = lazyRouteComponent(() => import('./auth/login-page.tsx'), 'LoginPage')

const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: LoginPage }),
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
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
