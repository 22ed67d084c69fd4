// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail } from '../../../testing/account-mails.ts'
import { enrolApp } from '../../../testing/enrol.ts'
import { ADMIN } from '../../../testing/make.ts'
import { startService } from '../../../testing/start-service.ts'

test('recovery codes are shown once, and each works once', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const { recoveryCodes } = auth.mfa
  expect((await recoveryCodes.generate()).error?.code).toBe('mfa_recovery_codes_sole_factor')
  await enrolApp(auth, service.deps.now)
  expect((await recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  const { data } = await recoveryCodes.generate()
  expect(data?.codes).toHaveLength(10)
  expect((await recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')

  const lostPhone = await service.signedIn()
  const code = data!.codes[0]!
  const used = await lostPhone.mfa.recoveryCodes.verify({ code: ` ${code.toUpperCase()} ` })
  expect(used.error).toBeNull()
  expect((await lostPhone.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  await accountMail(service, ADMIN.email, 'You have new recovery codes')
  await accountMail(service, ADMIN.email, 'A recovery code was used')

  const again = await service.signedIn()
  const refused = await again.mfa.recoveryCodes.verify({ code })
  expect(refused.error?.code).toBe('mfa_verification_failed')
  expect((await recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
})

test('new recovery codes void the old ones and need both steps', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  await enrolApp(auth, service.deps.now)
  const old = (await auth.mfa.recoveryCodes.generate()).data!.codes
  const made = (await auth.mfa.recoveryCodes.regenerate()).data!.codes

  const halfWay = await service.signedIn()
  const { regenerate, verify, unenroll } = halfWay.mfa.recoveryCodes
  expect((await regenerate()).error?.code).toBe('insufficient_aal')
  expect((await unenroll()).error?.code).toBe('insufficient_aal')
  expect((await verify({ code: old[0]! })).error?.code).toBe('mfa_verification_failed')
  expect((await verify({ code: made[0]! })).error).toBeNull()
})

test('recovery codes are removed with the last factor', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  const { factorId } = await enrolApp(auth, service.deps.now)
  await auth.mfa.recoveryCodes.generate()
  expect((await auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
  expect((await auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  await accountMail(service, ADMIN.email, 'Your recovery codes were removed')
  await auth.mfa.recoveryCodes.generate()
  await auth.mfa.unenroll({ factorId })
  expect((await auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
})

test('only keyed hashes of recovery codes are stored', async () => {
  const service = await startService()
  const auth = await service.signedIn()
  await enrolApp(auth, service.deps.now)
  const { codes } = (await auth.mfa.recoveryCodes.generate()).data!
  const kept = JSON.stringify(
    await service.deps.db.selectFrom('recovery_codes').selectAll().execute(),
  )
  for (const code of codes) expect(kept).not.toContain(code)
})
