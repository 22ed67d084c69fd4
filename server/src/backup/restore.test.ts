// @module-tag heavy
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { backUp, type EmptyTarget, emptyTarget, PASSPHRASE } from '../../../testing/restored.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { storedKeys } from '../../../testing/stored-keys.ts'
import { tableContents } from '../../../testing/table-contents.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { migrate } from '../db/migrate.ts'

async function aFirm() {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  const file = new File(['the deed', 'x'.repeat(100_000)], 'deed.txt')
  await app.api.upload(`/api/admin/users/${id}/attachments`, {}, file)
  return app
}

async function isUntouched({ db, store, DATA_DIR }: EmptyTarget) {
  expect(await tableContents(db)).toEqual({})
  expect(await storedKeys(store)).toEqual([])
  await expect(readFile(path.join(DATA_DIR, 'secret-key'))).rejects.toThrow('ENOENT')
}

const DAMAGED = /^This backup is damaged/

describe.each([
  ['encrypted', PASSPHRASE],
  ['not encrypted', undefined],
])('a backup that is %s', (_, passphrase) => {
  test('is refused if cut off or altered, and writes nothing', async () => {
    const { deps } = await aFirm()
    const whole = await readFile(await backUp(deps, passphrase))
    const target = await emptyTarget({ BACKUP_PASSPHRASE: PASSPHRASE })
    const file = path.join(temporaryFolder(), 'damaged')
    const ends = [0, 300, 20_000, whole.length - 100_000, whole.length - 2_000]
    for (const end of ends) {
      await writeFile(file, whole.subarray(0, end))
      await expect(target.restore(file), `cut at ${end}`).rejects.toThrow(DAMAGED)
    }
    for (const at of [600, 30_000, whole.length - 60_000, whole.length - 4_000]) {
      const altered = Buffer.from(whole)
      altered[at]! ^= 1
      await writeFile(file, altered)
      await expect(target.restore(file), `altered at ${at}`).rejects.toThrow(DAMAGED)
    }
    await isUntouched(target)
  })
})

test('distinguishes a wrong from a missing passphrase', async () => {
  const { deps } = await aFirm()
  const file = await backUp(deps, PASSPHRASE)
  const wrong = await emptyTarget({ BACKUP_PASSPHRASE: `${PASSPHRASE}!` })
  await expect(wrong.restore(file)).rejects.toThrow('BACKUP_PASSPHRASE does not open this backup')
  const none = await emptyTarget()
  await expect(none.restore(file)).rejects.toThrow('set BACKUP_PASSPHRASE')
  await isUntouched(wrong)
})

test('encrypts a backup as a file of the age format', async () => {
  const { deps } = await aFirm()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(PASSPHRASE)
  const encrypted = await readFile(await backUp(deps, PASSPHRASE))
  const tar = Buffer.from(await decrypter.decrypt(encrypted)).toString('latin1')
  expect(tar).toContain('the deed')
  expect(tar).toContain(deps.secretKey)
  expect(encrypted.toString('latin1')).not.toContain('the deed')
})

test('refuses a file that is no backup', async () => {
  const target = await emptyTarget()
  await expect(target.restore(import.meta.filename)).rejects.toThrow(DAMAGED)
  await expect(target.restore('/no/backup')).rejects.toThrow('there is no such file')
})

/** A folder with the product's migrations and one of a later version. */
async function laterVersion(name: string, text: string): Promise<string> {
  const folder = temporaryFolder()
  await cp(path.resolve(import.meta.dirname, '../../migrations'), folder, { recursive: true })
  await writeFile(path.join(folder, name), text)
  return folder
}

test('restores and migrates a backup of an older version', async () => {
  const { deps } = await aFirm()
  const text = `alter table clients add fax text; update clients set fax = '555'`
  const target = await emptyTarget()
  await target.restore(await backUp(deps), await laterVersion('9000-fax.sql', text))
  const { rows } = await sql`select client_number, fax from clients`.execute(target.db)
  expect(rows).toEqual([expect.objectContaining({ fax: '555' })])
  expect(await target.db.selectFrom('attachments').selectAll().execute()).toHaveLength(1)
})

test('restores no table of another program in the database', async () => {
  const { deps } = await aFirm()
  await sql`create table invoices (id serial, name text)`.execute(deps.db)
  await sql`insert into invoices (name) values ('of another program')`.execute(deps.db)
  const target = await emptyTarget()
  await target.restore(await backUp(deps))
  const contents = await tableContents(target.db)
  expect(contents.clients).toHaveLength(1)
  expect(contents).not.toHaveProperty('invoices')
})

test('restores into a database where the first start failed', async () => {
  const { deps } = await aFirm()
  const target = await emptyTarget()
  const folder = await laterVersion('0000-broken.sql', 'no such statement')
  await expect(migrate(target.db, folder)).rejects.toThrow('0000-broken')
  await target.restore(await backUp(deps))
  expect((await tableContents(target.db)).clients).toHaveLength(1)
})

test('leaves the target empty if the last step of a restore fails', async () => {
  const { deps } = await aFirm()
  const folder = await laterVersion('9000-broken.sql', 'no such statement')
  const target = await emptyTarget({ BACKUP_PASSPHRASE: PASSPHRASE })
  const file = await backUp(deps, PASSPHRASE)
  await expect(target.restore(file, folder)).rejects.toThrow('9000-broken')
  await isUntouched(target)
})

test('refuses a backup of a newer version', async () => {
  const { deps } = await aFirm()
  const applied = { name: '9000-later', timestamp: new Date().toISOString() }
  const later = sql`insert into kysely_migration values (${applied.name}, ${applied.timestamp})`
  await later.execute(deps.db)
  const file = await backUp(deps)
  await sql`delete from kysely_migration where name = ${applied.name}`.execute(deps.db)
  const target = await emptyTarget()
  await expect(target.restore(file)).rejects.toThrow('from a newer version of Attest')
  await isUntouched(target)
})

test('refuses a database or a store that is not empty', async () => {
  const app = await aFirm()
  const file = await backUp(app.deps)
  const taken = await emptyTarget()
  await sql`create table theirs (id int)`.execute(taken.db)
  await expect(taken.restore(file)).rejects.toThrow('The database is not empty')
  expect(Object.keys(await tableContents(taken.db))).toEqual(['theirs'])
  const full = await emptyTarget()
  await full.store.put('1/theirs', 'x')
  await expect(full.restore(file)).rejects.toThrow('holds files already')
  expect(await full.store.get('1/theirs')).toBe('x')
})

test('refuses to replace another secret key', async () => {
  const { deps } = await aFirm()
  const SECRET_KEY = 'another secret key, also only in tests'
  const target = await emptyTarget({ BACKUP_PASSPHRASE: PASSPHRASE, SECRET_KEY })
  const file = await backUp(deps, PASSPHRASE)
  await expect(target.restore(file)).rejects.toThrow('SECRET_KEY is not the key of this backup')
  await isUntouched(target)
})
