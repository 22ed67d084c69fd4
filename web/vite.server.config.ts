import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the client's page for the server: one file with React, beside the assets but never sent. */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/verification/server.tsx',
    outDir: 'dist/server',
    target: 'node24',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'verify.js' } },
  },
})
