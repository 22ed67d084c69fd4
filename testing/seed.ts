import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import { stateCode } from '@attest/contract/place'
import { CommandError, openData, runCommand } from '../server/src/command.ts'
import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/schema.ts'
import { transact } from '../server/src/db/transact.ts'
import { pick, recordChanges } from '../server/src/history/queries.ts'
import { DAY_MS } from '../server/src/local-time.ts'
import { openLog } from '../server/src/log.ts'
import { makeMailing } from '../server/src/mailings/make-mailing.ts'
import { openServer } from '../server/src/open-server.ts'
import { insertImported } from '../server/src/records/clients.ts'
import { findOpenRound, updateRoundRow } from '../server/src/rounds/queries.ts'
import { saveAnswer } from '../server/src/verification/answer-verification.ts'

/** `npm run seed` adds 200 clients of every status, with addresses at example.com. It emails nobody. */
const COUNT = 200
const FIRST_NUMBER = 2001

const FIRST =
  'Esperanza Bartholomew Siobhán Thaddeus Mary-Anne Jürgen Olivia Pádraig Nguyễn Ignacio Amelia Quentin Rosalind Kwame Ingrid Salvatore'.split(
    ' ',
  )
const LAST =
  "O'Brien,García Márquez,van der Berg,Yamamoto,Washington,Abernathy,De la Cruz,Fitzgerald,Johnson,Nowak,Sørensen,Okafor,Lindqvist".split(
    ',',
  )
const STREETS =
  'Elm Street,Beacon Street,Sunset Drive,Oak Street,Martin Luther King Jr Blvd,Broadway,Maple Avenue'.split(
    ',',
  )
const PLACES =
  'Boston Massachusetts 02134,Providence Rhode-Island 02903,Miami Florida 33130,Seattle Washington 98101,Portland Oregon 97205,Hartford Connecticut 06103,Concord New-Hampshire 03301'.split(
    ',',
  )

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

function plausible(n: number): ClientInput {
  const [first, last] = [nth(FIRST, n), nth(LAST, n * 5 + Math.floor(n / FIRST.length))]
  const [city = '', state = '', zip = ''] = nth(PLACES, n * 3).split(' ')
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^a-z.]/gi, '')
    .toLowerCase()
  return {
    client_number: String(FIRST_NUMBER + n),
    first_name: first,
    last_name: last,
    email: `${plain}@example.com`,
    phone_number: `(${617 + (n % 5)}) 555-${String(1000 + n * 37).slice(-4)}`,
    alt_number: n % 4 === 0 ? `(857) 555-${String(2000 + n * 53).slice(-4)}` : null,
    address: `${100 + n * 7} ${nth(STREETS, n)}`,
    city,
    state: stateCode(state) ?? 'MA',
    zip_code: zip,
    country: 'US',
    language: n % 9 === 4 ? 'es' : '',
    group_template: nth(['GeneralClients', 'GeneralClients', 'BigClients', 'DismissingClients'], n),
  }
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

async function addClients(db: Db, adminEmail: string): Promise<void> {
  const at = ago(21 * DAY_MS)
  const clients = Array.from({ length: COUNT }, (_, n) => ({ ...plausible(n), own: {} }))
  await transact(db, async (tx) => {
    const ids = await insertImported(tx, clients, at)
    await recordChanges(
      tx,
      { adminEmail, at },
      ids.map(({ id }, n) => ({
        client_id: id,
        action: 'created',
        before: null,
        after: pick({ ...clients[n], status: 'pending' }, COMPARED_FIELDS),
      })),
    )
  })
}

/** One client in twenty gets no email and does not answer. */
const UNREACHED = 9

async function mailThem(db: Db, config: ReturnType<typeof readConfig>, adminEmail: string) {
  const at = ago(20 * DAY_MS)
  await transact(db, async (tx) => {
    const author = { adminEmail, at }
    await makeMailing(tx, config, { kind: 'bulk', selection: { status: 'all' }, author })
    // Paused, as the next start would send the due reminder.
    const round = await findOpenRound(tx)
    await updateRoundRow(tx, round!.id, { paused: true })
    const settled = {
      template_version: 1,
      attempts: 1,
      provider: 'smtp.example.com',
      settled_at: at,
    }
    await tx
      .updateTable('messages')
      .set({ ...settled, state: 'accepted' })
      .execute()
    await tx
      .updateTable('messages')
      .set({ state: 'failed', error: 'This address does not exist.' })
      .where((e) => e(e('id', '%', 20), '=', UNREACHED))
      .execute()
  })
}

/** Of ten clients, five confirm, two have a new address and three do not answer. */
async function letThemAnswer(db: Db): Promise<void> {
  const clients = await db.selectFrom('clients').selectAll().orderBy('id').execute()
  for (const [n, before] of clients.entries()) {
    if (n % 10 > 6) continue
    const at = ago(((clients.length - n) / clients.length) * 19 * DAY_MS)
    const status = n % 10 < 5 ? 'confirmed' : 'updated'
    const moved = {
      address: `${12 + n} Harbor Road`,
      city: 'Worcester',
      zip_code: '01608',
      state: 'MA',
    }
    const channel = { via: 'link', admin: null, at, now: at, note: null } as const
    await transact(db, (tx) =>
      saveAnswer(tx, before, status === 'updated' ? moved : {}, { ...channel, result: status }),
    )
  }
}

await runCommand(async () => {
  const config = readConfig()
  const server = await openServer(config, openLog('error'), openData(config))
  try {
    const { bulkDb: db } = server.deps
    const taken = await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()
    if (taken) throw new CommandError('The list already has clients. Seed an empty one.')
    await addClients(db, config.ADMIN_EMAIL)
    await mailThem(db, config, config.ADMIN_EMAIL)
    await letThemAnswer(db)
    const admin = await server.firstAdmin()
    const access =
      admin?.password && `Sign in as ${admin.email} with the password ${admin.password}`
    return [`${COUNT} clients are in the list.`, access].filter(Boolean).join('\n')
  } finally {
    await server.close()
  }
})
