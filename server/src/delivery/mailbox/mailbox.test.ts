import { expect, test } from 'vitest'
import { startTestApp } from '../../../../testing/start-test-app.ts'
import { followMailbox } from './mailbox.ts'

test('shows an unreadable mailbox on the dashboard after three failures', async () => {
  const app = await startTestApp({ IMAP_URL: 'imap://office:secret@127.0.0.1:1' })
  const shown = async () => (await app.api.get('/api/admin/stats')).body.mail.mailbox
  for (let failure = 1; failure < 3; failure++) {
    await app.pass(60 * 60_000)
    await followMailbox(app.deps, new AbortController().signal)
    expect(await shown()).toBeNull()
  }
  await app.pass(60 * 60_000)
  await followMailbox(app.deps, new AbortController().signal)
  expect(await shown()).toContain('The mailbox at 127.0.0.1 cannot be read.')
  app.config.IMAP_URL = undefined
  expect(await shown()).toBeNull()
  app.config.unreadable = new Set(['IMAP_URL'])
  expect(await shown()).toContain('Enter it again in the settings.')
  app.logged.length = 0
})
