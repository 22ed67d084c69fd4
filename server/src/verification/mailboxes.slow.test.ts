import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { merge } from '../../../testing/merge.ts'
import { startWithSmtp } from '../../../testing/start-with-smtp.ts'
import { undo } from '../../../testing/undo-import.ts'

const users = '/api/admin/users'
const NUMBERS = ['N0', 'N1', 'N2', 'N3', 'N4']
const boxOf = (n: number) => `e${n % NUMBERS.length}@example.com`
const rowOf = (n: number, box: number) =>
  row(NUMBERS[n]!, { first: `Ann${n}`, last: `Lee${n}`, email: boxOf(box) })
const TOKENS = /\/(verify|confirm-email|not-me)\/([\w-]{43})/g
const DETAILS = {
  first_name: 'Ann',
  last_name: 'Lee',
  phone_number: '617-555-0101',
  alt_number: null,
  address: '7 Oak Ave',
  city: 'Salem',
  state: 'MA',
  zip_code: '01970',
  country: 'US',
}

/** Five clients, of whom two share a mailbox, and a mail server that knows all mailboxes but one. */
async function fiveClients() {
  const refuse = (to: string) => (to === boxOf(4) ? '550 5.1.1 No such user' : undefined)
  const app = await startWithSmtp({ refuse })
  const { api, deps, sink } = app
  const rows = NUMBERS.map((_, n) => rowOf(n, Math.max(1, n)))
  await importFile(app, csv(...rows), { send: 'false' })
  const listed = await deps.db.selectFrom('clients').select('id').orderBy('client_number').execute()
  const ids = listed.map(({ id }) => id)
  const imports: string[] = []
  const passedOn: string[] = []
  /** Picks one of the tokens mailed so far, whoever its reader is now. */
  const token = (page: string, pick: number): string | undefined => {
    const texts = sink.received.map(({ mail }) => mail.text ?? '')
    const mailed = [...texts.join('\n').matchAll(TOKENS)].filter(([, of]) => of === page)
    const all = [...mailed.map(([, , found]) => found), ...(page === 'verify' ? passedOn : [])]
    return all[pick % all.length]
  }
  const answer = async (pick: number, fields: object) => {
    const reply = await api.post(`/api/verify/${token('verify', pick)}`, fields)
    if (reply.body.next) passedOn.push(reply.body.next.token)
  }
  return { ...app, ids, imports, token, answer }
}

type App = Awaited<ReturnType<typeof fiveClients>>
interface Step {
  act: keyof typeof ACTS
  who: number
  other: number
  box: number
  pick: number
  flag: boolean
}
type Act = (app: App, step: Step & { url: string }) => Promise<unknown>

const ACTS = {
  edit: ({ api }, { url, box }) => api.put(url, { email: boxOf(box) }),
  clear: ({ api }, { url }) => api.put(url, { email: '' }),
  delete: ({ api }, { url }) => api.delete(url),
  restore: ({ api }, { url }) => api.post(`${url}/restore`),
  merge: (app, { who, other, flag }) => {
    const [id, gone] = [app.ids[who]!, app.ids[other]!]
    return merge(app, id, gone, flag ? { email: gone } : {})
  },
  import: async (app, { box, pick, flag }) => {
    const importId = randomUUID()
    const rows = NUMBERS.flatMap((_, n) => ((pick >> n) & 1 ? [rowOf(n, box + n)] : []))
    const { status } = await importFile(app, csv(...rows), { importId, send: String(flag) })
    if (status === 200) app.imports.push(importId)
  },
  undo: async (app, { pick }) => {
    const [importId] = app.imports.splice(pick % Math.max(1, app.imports.length), 1)
    if (importId) await undo(app, importId)
  },
  bulk: ({ api }, { flag }) =>
    api.post('/api/admin/bulk-send-emails', { statusFilter: flag ? 'all' : 'pending' }),
  resend: ({ api, ids }, { who }) => api.post(`/api/admin/resend-email/${ids[who]}`),
  excuse: ({ api }, { url, flag }) =>
    flag ? api.put(`${url}/excuse`, { reason: 'other' }) : api.delete(`${url}/excuse`),
  call: ({ api }, { url, box, flag }) =>
    api.post(`${url}/answers`, { via: 'phone', ...(flag && { email: boxOf(box) }) }),
  endDispute: ({ api }, { url, flag }) => api.post(`${url}/dispute/end`, { restore: flag }),
  endReport: ({ api }, { url }) => api.post(`${url}/report/end`),
  answer: ({ answer }, { box, pick }) =>
    answer(pick, { ...DETAILS, email: boxOf(box), action: 'update' }),
  confirm: async ({ api, answer, token }, { pick }) => {
    const { body } = await api.get(`/api/verify/${token('verify', pick)}`)
    return answer(pick, { ...body, action: 'confirm' })
  },
  newLink: ({ api, token }, { pick }) => api.post(`/api/verify/${token('verify', pick)}/new-link`),
  notForMe: ({ api, token }, { pick, flag }) =>
    api.post(`/api/verify/${token('verify', pick)}/not-for-me`, {
      kind: flag ? 'died' : 'wrong_person',
      ...(flag && { name: 'Al', phone_number: '617-555-0123' }),
    }),
  confirmEmail: ({ api, token }, { pick }) =>
    api.post(`/api/confirm-email/${token('confirm-email', pick)}`),
  notMe: ({ api, token }, { pick }) => api.post(`/api/not-me/${token('not-me', pick)}`),
  remind: ({ api }, { pick }) => api.post(`/api/admin/rounds/${(pick % 3) + 1}/remind`),
  close: ({ api }, { pick }) => api.post(`/api/admin/rounds/${(pick % 3) + 1}/close`),
  cancel: ({ api }, { pick }) => api.post(`/api/admin/mailings/${(pick % 5) + 1}/cancel`),
  retry: ({ api }, { pick }) => api.post(`/api/admin/mailings/${(pick % 5) + 1}/retry`),
} satisfies Record<string, Act>

const STEP = fc.record({
  act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
  who: fc.nat(4),
  other: fc.nat(4),
  box: fc.nat(4),
  pick: fc.nat(999),
  flag: fc.boolean(),
})

async function untilIdle({ deps }: App) {
  const waiting = () =>
    deps.db
      .selectFrom('messages')
      .select('id')
      .where('state', 'in', ['queued', 'sending'])
      .where('next_attempt_at', '<=', deps.now().toISOString())
      .executeTakeFirst()
  await expect.poll(waiting).toBeUndefined()
}

/** Links in a mailbox that is not their client's, and letters sent to such a mailbox. */
async function strayMail({ deps }: App, since: number) {
  const { rows } = await sql`
    select 'link' as stray, l.email, c.mail_to from verification_links l join clients c on c.id = l.client_id
    where l.purpose = 'answer' and l.revoked_at is null and l.answered_at is null and lower(l.email) <> lower(c.mail_to)
    union all
    select 'letter', m.email, c.mail_to from messages m join clients c on c.id = m.client_id
    where m.id > ${since} and m.purpose = 'answer' and m.state = 'accepted' and lower(m.email) <> lower(c.mail_to)
  `.execute(deps.db)
  return rows
}

async function walk(steps: Step[]) {
  const app = await fiveClients()
  const lastMessage = async () =>
    (await app.deps.db.selectFrom('messages').select(sql<number>`max(id)`.as('id')).execute())[0]!
      .id ?? 0
  for (const step of steps) {
    const since = await lastMessage()
    const act: Act = ACTS[step.act]
    await act(app, { ...step, url: `${users}/${app.ids[step.who]}` })
    await untilIdle(app)
    expect([step.act, await strayMail(app, since)]).toEqual([step.act, []])
  }
  await app.stop()
}

test('never mails a stranger a link or a letter in random acts', {
  timeout: 300_000,
}, async () => {
  const steps = fc.array(STEP, { minLength: 20, maxLength: 45 })
  await fc.assert(fc.asyncProperty(steps, walk), {
    numRuns: Number(process.env.MAILBOX_WALKS ?? 8),
    endOnFailure: true,
  })
})
