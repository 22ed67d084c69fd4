import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The client's page as the server draws it: one file with React, beside the assets but never sent. */
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
