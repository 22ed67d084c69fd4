// Restarts the server when its sources change, behind Vite's dev server.
import { spawn } from 'node:child_process'

const parts = [
  spawn(
    'node',
    [
      '--env-file-if-exists=.env',
      '--watch-path=server/src',
      '--watch-path=contract/src',
      'server/src/main.ts',
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:5173' },
    },
  ),
  spawn('vite', ['web'], { stdio: 'inherit' }),
]
const end = () => {
  for (const part of parts) part.kill()
}
process.on('SIGINT', end).on('SIGTERM', end)
for (const part of parts) part.on('exit', end)
