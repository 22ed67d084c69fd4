// Builds and restarts the server when its sources change, behind Vite's dev server.
import { spawn } from 'node:child_process'

const env = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:5173' }
const start = (command, ...args) => spawn(command, args, { stdio: 'inherit', env })
const parts = [
  start('vite', 'build', 'server', '--watch', '--emptyOutDir=false', '--logLevel', 'warn'),
  start('node', '--watch-path=server/dist', 'server/start.mjs'),
  start('vite', 'web'),
]
const end = () => {
  for (const part of parts) part.kill()
}
process.on('SIGINT', end).on('SIGTERM', end)
for (const part of parts) part.on('exit', end)
