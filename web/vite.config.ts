import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const entry = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Vite's development server has one page only. This adds the one that clients' links lead to. */
const verificationPage: Plugin = {
  name: 'verification-page',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/verify/')) request.url = '/verify.html'
      next()
    })
  },
}

/** Compresses each asset at the build. The server sends these files as they are. */
const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        const emit = (ending: string, packed: Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: fileName + ending, source: packed })
        emit('.br', brotliCompressSync(source))
        emit('.gz', gzipSync(source, { level: 9 }))
      }
    },
  },
}

// Clients may be eighty, with phones to match.
const TARGET = ['es2020', 'safari14', 'chrome87', 'firefox78']

/** Builds a script into its own file. Deferred, it runs before the others. `place` puts its address into the page. */
const smallFile = (
  name: string,
  source: string,
  page: string,
  place: (html: string, address: string) => string,
): Plugin => ({
  name: `${name}-file`,
  apply: 'build',
  async buildStart() {
    const lib = { entry: entry(source), formats: ['iife' as const], name }
    const [built] = [
      await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target: TARGET, lib },
      }),
    ].flat()
    if (!built || !('output' in built)) throw new Error(`${source} was not built.`)
    this.emitFile({ type: 'asset', name: `${name}.js`, source: built.output[0].code })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { path, bundle = {} }) {
      const file = Object.keys(bundle).find((file) => file.startsWith(`assets/${name}-`))
      return path === page ? place(html, `/${file}`) : html
    },
  },
})

const earlyFile = smallFile('early', 'src/early.ts', '/index.html', (html, address) =>
  html.replace(
    / *<script type="module"/,
    `    <script defer fetchpriority="high" src="${address}"></script>\n$&`,
  ),
)

/** Starts the page's scripts, whose names it gets. */
const startFile = smallFile(
  'start',
  'src/verification/start.ts',
  '/verify.html',
  (html, address) => {
    const tags =
      / *<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?\n/g
    const files = [...html.matchAll(tags)].map(([, file]) => file).join(' ')
    const script = `    <script defer src="${address}" data-files="${files}"></script>\n`
    return html.replace(tags, '').replace(/ *<\/head>/, `${script}$&`)
  },
)

/** The screens' addresses, with Fastify's parameters, and their sources. */
const SCREENS = [
  ...readFileSync(entry('src/router.tsx'), 'utf8').matchAll(
    /(?:open|screen)\(\s*'([^']+)',\s*\(\) => import\('\.\/([^']+)'\)/g,
  ),
].map(([, address, file]) => [address!.replace('$', ':'), `src/${file}`] as const)

/** `screens.json` tells the server which screens there are, and which files a page requests before its scripts would. */
const screenFiles: Plugin = {
  name: 'screen-files',
  generateBundle: {
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const chunkOf = (source: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))!
      // A set, as chunks import each other in circles.
      const withImports = (source: string) => {
        const files = new Set([chunkOf(source).fileName])
        for (const file of files)
          for (const name of (bundle[file] as Rolldown.OutputChunk).imports) files.add(name)
        return files
      }
      const always = withImports('src/main.tsx')
      const files = SCREENS.map(([address, source]) => [
        address,
        [...withImports(source)].filter((file) => !always.has(file)),
      ])
      const source = JSON.stringify(Object.fromEntries(files))
      this.emitFile({ type: 'asset', fileName: 'screens.json', source })
    },
  },
}

/** With this first line, Chrome compiles a file on arrival. A slow phone's dashboard is blocked a third less. */
const compileHint: Plugin = {
  name: 'compile-hint',
  generateBundle: {
    // Runs after Vite, which puts its own line first.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** Puts styles before scripts: over HTTP/1, browsers load in the page's order, and draw nothing without styles. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [styles = ''] = html.match(/ *<link rel="stylesheet".*\n/) ?? []
      return html
        .replace(styles, '')
        .replace(/ *<script type="module"/, (script) => styles + script)
    },
  },
}

const ON_BOTH =
  /node_modules\/(react|react-dom|scheduler)\/|web\/src\/(ui\/(mark|email-address)|lib\/(firm|store|time-limit|day))|contract\/src\/(tidy|place|client-fields|languages)|\0|vite\/preload/
/** Few large files instead of two dozen small ones, as over HTTP/1 each costs a round trip. */
const groups = [
  // Shared by the client's page and the administrators'.
  { name: 'both', test: ON_BOTH },
  // Shared by the client's page and the administrators' forms.
  { name: 'places', test: /contract\/src\/(countries|suggestions)|lib\/use-left-value/ },
  // Needed by every form.
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\/|lib\/short-form/ },
  // A separate file, since no first screen needs it.
  {
    name: 'letters',
    test: /contract\/src\/letter(-html|-parts|-texts\/\w+)?\.ts|template-values|use-letter-firm/,
  },
  // A separate file, since no first screen needs `places`, as these do.
  { name: 'address-forms', test: /clients\/(edit|own)-fields/ },
  {
    name: 'own-columns',
    test: /lib\/use-own-columns|contract\/src\/(administrators|own-column-calls)/,
  },
  // Shared by screens and dialogs, and needed by no first screen.
  {
    name: 'later',
    test: /ui\/(record-page|mail-frame|figures|form-dialog)|rounds\/round-values|clients\/(edit-or-answer|client-form)|lib\/(forms|upload)|templates\/template-select|mailings\/(mailing-parts|use-mailings)|imports\/(import-words|use-import-record)|exports\/corrections-dialog|letters\/print-button|contract\/src\/(imports|corrections)/,
  },
  // Needed by a client's screen, but not by signing in or the dashboard.
  {
    name: 'record',
    test: /contract\/src\/letters\.|mailings\/describe-mailing|ui\/tabs|react-tabs|icons\/((mail|user)-x|stamp|printer|mail-(exclamation-point|question-mark))\./,
  },
  // Needed by most screens, but not by signing in.
  {
    name: 'lists',
    test: /eventsource-parser|lib\/(read-events|use-live)|react-(dropdown-)?menu|ui\/menu/,
  },
  // Shared by at least three administrators' screens, without their dialogs' parts.
  {
    name: 'inside',
    test: /node_modules|src\/(?!verification|exports|account|settings|attachments|history)/,
    minShareCount: 3,
  },
]

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    verificationPage,
    stylesFirst,
    startFile,
    earlyFile,
    screenFiles,
    compileHint,
    compressed,
  ],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/rest/v1', '/code', '/confirm-email', '/not-me'].map((path) => [
        path,
        'http://localhost:3000',
      ]),
    ),
  },
  resolve: { alias: [{ find: '../createLucideIcon.mjs', replacement: entry('src/ui/icon.ts') }] },
  build: {
    target: TARGET,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: [entry('index.html'), entry('verify.html')],
      output: {
        // The shared file and the screens' files import each other, so one could run before the other has loaded.
        strictExecutionOrder: true,
        codeSplitting: { includeDependenciesRecursively: false, groups },
      },
    },
  },
})
