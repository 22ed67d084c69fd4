import { INVALID_LINK } from '@attest/contract/verification'
import { Refusal } from '../http/errors.ts'
import type { Link } from '../records/links.ts'

/** Refuses a dead link and states what happened to it. A link to a former address looks like an unknown one. */
export function refuseLink(link: Link | undefined, now: string): never {
  if (link && !link.revoked_at) {
    if (link.answered_at) {
      throw new Refusal(404, INVALID_LINK, { code: 'link_answered', at: link.answered_at })
    }
    if (link.expires_at <= now) {
      throw new Refusal(404, INVALID_LINK, { code: 'link_expired', at: link.expires_at })
    }
  }
  throw new Refusal(404, INVALID_LINK)
}
