import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

/** Nothing from elsewhere and no referrer: an address may hold a link's token. */
export const securityHeaders = ({ PUBLIC_URL }: Config): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Radix locks scrolling behind a dialog with a style element.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // Only for an address that is really https.
  strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  crossOriginEmbedderPolicy: false,
})
