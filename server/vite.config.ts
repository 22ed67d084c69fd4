import { defineConfig } from 'vite'

/** The server in a few files: to read its 1,300 modules one by one takes most of a start. */
export default defineConfig({
  // These read files of their own beside their code.
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'pdfkit'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    rolldownOptions: {
      // A call whose result is not used may be there for the error that it throws: nothing is dropped.
      treeshake: false,
      output: { minify: false, entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    },
  },
})
