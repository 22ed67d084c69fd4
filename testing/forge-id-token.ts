import { generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** Faults of an ID token. Missing parts stay as the provider made them. */
export interface Forgery {
  claims?: JWTPayload
  /** Missing: signed with the provider's own key. */
  signature?: 'none' | 'HS256' | 'other key' | 'of other claims'
}

interface Genuine {
  claims: JWTPayload
  key: JWK
  clientSecret: string
}

/** An ID token that an attacker on the connection could send. */
export async function forgeIdToken(forgery: Forgery, genuine: Genuine): Promise<string> {
  const { key } = genuine
  const claims = { ...genuine.claims, ...forgery.claims }
  const sign = async (signed: JWTPayload, alg: string, by: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(signed).setProtectedHeader({ alg, kid: key.kid }).sign(by)
  switch (forgery.signature) {
    case 'none':
      return new UnsecuredJWT(claims).encode()
    case 'HS256':
      return sign(claims, 'HS256', new TextEncoder().encode(genuine.clientSecret))
    case 'other key':
      return sign(claims, 'RS256', (await generateKeyPair('RS256')).privateKey)
    case 'of other claims': {
      const [, , signature] = (
        await sign({ ...claims, sub: 'x' }, 'RS256', await ownKey(key))
      ).split('.')
      const [header, payload] = (await sign(claims, 'RS256', await ownKey(key))).split('.')
      return [header, payload, signature].join('.')
    }
    default:
      return sign(claims, 'RS256', await ownKey(key))
  }
}

const ownKey = (key: JWK) => importJWK(key, 'RS256')
