import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aRound, mailed, untilSent } from '../../../testing/a-round.ts'
import { importFile, quietly } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { undo } from '../../../testing/undo-import.ts'
import type { LinkPurpose } from '../db/schema.ts'
import { applyBounces } from '../delivery/mailbox/mail-events.ts'
import { hashToken, newToken } from '../secret-key.ts'

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'

/** One client, with the acts that write an email. */
async function aMailbox(app: TestApp) {
  const { api, deps } = app
  const { group_template: _, language: __, ...input } = clientInput()
  const { id, client_number } = await aClient(deps, {
    client_number: randomUUID(),
    email: 'e0@example.com',
  })
  const url = `/api/admin/users/${id}`
  const now = async () => (await api.get(url)).body
  const details = { ...input, client_number: undefined }
  const lastAnswer = async () =>
    (
      await deps.db
        .selectFrom('answers')
        .select('id')
        .where('client_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  /** Presses a notice's link. Stores a token of its own, since the real one is only in an email. */
  const press = async (page: string, purpose: LinkPurpose, answer_id: number) => {
    const token = newToken()
    const at = deps.now().toISOString()
    const { email } = await now()
    const link = {
      token_hash: hashToken(token),
      client_id: id,
      email,
      issued_at: at,
      purpose,
      answer_id,
    }
    const expires_at = '2099-01-01T00:00:00Z'
    await deps.db
      .insertInto('verification_links')
      .values({ ...link, expires_at })
      .execute()
    return (await api.post(`/api/${page}/${token}`)).status
  }
  return {
    now,
    answer: async (email: string) => {
      const token = await aLink(deps, { id, email: (await now()).mail_to })
      const { status } = await api.post(`/api/verify/${token}`, {
        ...details,
        email,
        action: 'update',
      })
      return status === 200 ? lastAnswer() : undefined
    },
    confirm: async () => press('confirm-email', 'confirm_email', await lastAnswer()),
    dispute: (answerId: number) => press('not-me', 'not_me', answerId),
    end: (restore: boolean) => api.post(`${url}/dispute/end`, { restore }),
    edit: (email: string) => api.put(url, { email }),
    call: (email: string) => api.post(`${url}/answers`, { via: 'phone', email }),
    importList: async (email: string): Promise<string> => {
      const { first_name, last_name, phone_number, address, city, state, zip_code } = input
      const cells = [client_number, first_name, last_name, email, phone_number, `"${address}"`]
      const line = [...cells, city, state, zip_code].join()
      const sheet = new File([`${HEADERS}\n${line}`], 'list.csv')
      const importId = randomUUID()
      await importFile(app, sheet, { importId, ...quietly })
      return importId
    },
    undo: (importId: string) => undo(app, importId),
  }
}

test('mails the address from before an import once the import is undone', async () => {
  const client = await aMailbox(await startTestApp())
  await client.answer('e1@example.com')
  const importId = await client.importList('e2@example.com')
  expect(await client.now()).toMatchObject({ email: 'e2@example.com', mail_to: 'e2@example.com' })
  await client.undo(importId)
  expect(await client.now()).toMatchObject({ email: 'e1@example.com', mail_to: 'e0@example.com' })
})

test('mails a client’s first email only after its confirmation', async () => {
  const app = await startTestApp()
  const client = await aMailbox(app)
  const link = client.answer
  await app.deps.db.updateTable('clients').set({ email: '', mail_to: '' }).execute()
  await link('e1@example.com')
  expect(await client.now()).toMatchObject({ email: 'e1@example.com', mail_to: '' })
  await client.confirm()
  expect(await client.now()).toMatchObject({ mail_to: 'e1@example.com', mail_to_by: 'confirmed' })
})

test('cancels a waiting email to an address reported as a wrong person’s', async () => {
  const app = await aRound(['ann'])
  const { api, deps } = app
  const { id, email } = app.clients[0]!
  const token = await aLink(deps, { id, email })
  await api.post(`/api/verify/${token}/not-for-me`, { kind: 'wrong_person' })
  await api.put(`/api/admin/users/${id}`, { email: 'new@example.com' })
  await deps.sender.stop()
  await api.post(`/api/admin/resend-email/${id}`)
  await api.put(`/api/admin/users/${id}`, { email })
  await deps.sender.start()
  await applyBounces(deps)
  await untilSent(app)
  expect(mailed(app)).toEqual([])
})

const email = fc.integer({ min: 0, max: 4 }).map((n) => `e${n}@example.com`)
const ACTS = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('answer' as const), email }),
    fc.record({ act: fc.constant('answer' as const), email }),
    fc.record({ act: fc.constant('confirm' as const) }),
    fc.record({ act: fc.constant('dispute' as const), which: fc.nat(5) }),
    fc.record({ act: fc.constant('end' as const), restore: fc.boolean() }),
    fc.record({ act: fc.constant('edit' as const), email }),
    fc.record({ act: fc.constant('call' as const), email }),
    fc.record({ act: fc.constant('import' as const), email }),
    fc.record({ act: fc.constant('undo' as const) }),
  ),
  { minLength: 2, maxLength: 10 },
)

type Acts = typeof ACTS extends fc.Arbitrary<infer List> ? List : never

/** Does the acts in order, and tracks which addresses the office set or their readers confirmed. */
async function walk(app: TestApp, acts: Acts) {
  const client = await aMailbox(app)
  const byOffice = new Set(['e0@example.com'])
  const confirmed: { email: string; after: number }[] = []
  const answers: { id: number; isMoved: boolean; isDisputed: boolean }[] = []
  const imports: string[] = []
  for (const step of acts) {
    const before = await client.now()
    if (step.act === 'answer' && !before.disputed_at) {
      const id = await client.answer(step.email)
      if (id) answers.push({ id, isMoved: step.email !== before.email, isDisputed: false })
    } else if (step.act === 'confirm' && answers.length > 0) {
      if ((await client.confirm()) === 200 && before.confirm_by)
        confirmed.push({ email: before.email, after: answers.at(-1)!.id })
    } else if (step.act === 'dispute') {
      const answer = answers[step.which % (answers.length || 1)]
      if (!answer || answer.isDisputed) continue
      expect(await client.dispute(answer.id)).toBe(200)
      expect((await client.now()).disputed_at).not.toBeNull()
      answer.isDisputed = true
    } else if (step.act === 'end' && before.disputed_at) {
      const [first] = answers.filter(({ isDisputed }) => isDisputed)
      await client.end(step.restore)
      if (!step.restore) byOffice.add(before.email)
      // Addresses confirmed through the disputed answer no longer count.
      if (step.restore && first?.isMoved)
        confirmed.splice(0, Infinity, ...confirmed.filter(({ after }) => after < first.id))
    } else if (step.act === 'edit' && step.email !== before.email) {
      await client.edit(step.email)
      byOffice.add(step.email)
    } else if (step.act === 'call') {
      if ((await client.call(step.email)).status === 200) byOffice.add(step.email)
    } else if (step.act === 'import') {
      imports.push(await client.importList(step.email))
      if ((await client.now()).mail_to_by === 'office') byOffice.add((await client.now()).mail_to)
    } else if (step.act === 'undo' && imports.length > 0) await client.undo(imports.pop()!)
    const { mail_to, disputed_at } = await client.now()
    const proved = [...byOffice, ...confirmed.map((each) => each.email)]
    if (!disputed_at) expect(proved, JSON.stringify(step)).toContain(mail_to)
  }
}

const RUNS = Number(process.env.MAIL_WALKS ?? 6)

test(
  'mails only addresses given by the office or confirmed by their reader',
  async () => {
    const app = await startTestApp()
    await fc.assert(
      fc.asyncProperty(ACTS, (acts) => walk(app, acts)),
      { numRuns: RUNS },
    )
  },
  RUNS * 20_000,
)
