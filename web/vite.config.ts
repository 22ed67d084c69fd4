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
 * What three administrators' screens or more share, in one file: over HTTP/1 a browser asks for six at a time, and
 * two dozen small ones take longer than their bytes. Nothing that the client's page needs.
 */
const inside = {
  name: 'inside',
  test: (id: string) => !ON_CLIENTS_PAGE.test(id),
  minShareCount: 3,
}
const ON_CLIENTS_PAGE =
  /node_modules\/(react|react-dom|scheduler|zod)\/|web\/src\/(verification\/|ui\/mark|lib\/(firm|time-limit))|contract\/src\/(verification|fields|states|endpoint)|without-eval|\0|vite\/preload/

export default defineConfig({
  plugins: [react(), tailwind(), verificationPage, compressed],
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
          groups: [{ name: 'without-eval', test: /without-eval/ }, inside],
        },
      },
    },
  },
})
