import { defineConfig } from 'vite'

/** The server in a few files: to read its 1,300 modules one by one takes most of a start. */
export default defineConfig({
  // These read files of their own beside their code.
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'pdfkit'] },
  // @fastify/static lists folders with glob, which the product never asks for: 10 ms of a start.
  resolve: { alias: { glob: 'node:fs' } },
  build: {
    ssr: true,
    target: 'node24',
    rolldownOptions: {
      // A call whose result is not used may be there for the error that it throws: nothing is dropped.
      treeshake: false,
      input: [
        'src/main.ts',
        'src/imports/sheet/sheet-process.ts',
        // The commands of a release, which has no sources.
        'src/admin-command.ts',
        'src/backup/backup-command.ts',
        'src/backup/restore-command.ts',
        'src/evidence/verify-command.ts',
      ],
      output: { minify: false, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
