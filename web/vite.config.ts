import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const entry = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** In development Vite knows one page; the client's links lead to the other. */
const verificationPage: Plugin = {
  name: 'verification-page',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/verify/')) request.url = '/verify.html'
      next()
    })
  },
}

/** Beside each asset what a browser really loads of it: the server sends these as they are. */
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

/**
 * The styles first, for nothing is drawn without them; the fonts after the scripts. Over HTTP/1 a browser asks for
 * six files at a time, in the order it reads of them.
 */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const take = (link: RegExp) => {
        const found = html.match(link) ?? []
        html = html.replace(link, '')
        return found.join('')
      }
      const styles = take(/ *<link rel="stylesheet".*\n/g)
      const fonts = take(/ *<link rel="preload" as="font".*\n/g)
      return html
        .replace(/ *<script type="module"/, (script) => styles + script)
        .replace(/ *<\/head>/, (end) => fonts + end)
    },
  },
}

/*
 * A few large files instead of two dozen small ones: over HTTP/1 each costs a browser a turn. `both` is what the
 * client's page and the administrators' share, `inside` what three administrators' screens or more do, `forms` what
 * dialogs need that open after the screen is there.
 */
const ON_BOTH =
  /node_modules\/(react|react-dom|scheduler)\/|web\/src\/(ui\/mark|lib\/(firm|time-limit))|contract\/src\/states|\0|vite\/preload/
const groups = [
  { name: 'both', test: ON_BOTH },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\/|clients\/client-form/ },
  { name: 'inside', test: /node_modules|src\/(?!verification)/, minShareCount: 3 },
]

export default defineConfig({
  plugins: [react(), tailwind(), verificationPage, stylesFirst, compressed],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/rest/v1'].map((path) => [path, 'http://localhost:3000']),
    ),
  },
  build: {
    // Clients may be eighty, and so may be their phones.
    target: ['es2020', 'safari14', 'chrome87', 'firefox78'],
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: [entry('index.html'), entry('verify.html')],
      output: {
        // The shared file and the screens' own import from each other: without it one runs before the other is there.
        strictExecutionOrder: true,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups,
        },
      },
    },
  },
})
