import { PublicClient } from '@attest/contract/verification'
import * as z from 'zod/mini'
import type { Timed } from '../deps.ts'
import { findClientByLink, findLink } from '../records/links.ts'
import { hashToken } from '../secret-token.ts'
import { refuseLink } from './refuse-link.ts'

/** Only reads: mail scanners fetch links. */
export async function readVerification({ db, now }: Timed, token: string): Promise<PublicClient> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  const client = await findClientByLink(db, tokenHash, at)
  return client ? z.parse(PublicClient, client) : refuseLink(await findLink(db, tokenHash), at)
}
