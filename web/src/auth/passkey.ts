import type { PasskeyAnswer } from '@attest/contract/auth'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type * as z from 'zod/mini'
import { ShownError } from '../lib/call.ts'

type Answer = z.input<typeof PasskeyAnswer>

// Replaces the browser's messages, which are for developers.
const FAILURES: Record<string, string> = {
  NotAllowedError: 'The passkey was not used: it was canceled or took too long. Please try again.',
  InvalidStateError: 'This passkey is already set up for your account.',
  SecurityError: 'Passkeys do not work at this address. Please use another second factor.',
}

export const passkeysWork = () => 'PublicKeyCredential' in globalThis

export const answerByPasskey = (options: object) =>
  ask(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )

export const makePasskey = (options: object) =>
  ask(async ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )

// Loaded on demand, as few need it.
const load = () => import('@simplewebauthn/browser')

async function ask(how: (library: Awaited<ReturnType<typeof load>>) => Promise<unknown>) {
  const library = await load()
  try {
    return (await how(library)) as Answer
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new ShownError(FAILURES[name] ?? 'The passkey could not be used. Please try again.', {
      cause: error,
    })
  }
}
